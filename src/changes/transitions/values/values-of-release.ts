import { applySettings } from '../../../applied/apply-settings.js';
import { asApplied } from '../../../applied/as-applied.js';
import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { keyOf } from '../../../applied/object-id.js';
import { composeValues } from '../../../charts/values/index.js';
import { fieldsOf } from '../../../json/as-shape.js';
import type { JsonPath } from '../../../json/json-path.js';
import type { JsonObject } from '../../../json/json-value.js';
import { readField } from '../../../json/read-field.js';
import { dataOf, inlineValues, valuesSources } from '../../../preview/compose-release.js';
import type { GivenConfigMap } from '../../../preview/given-config-maps.js';

/** The values that Helm gets for a release, as far as a state shows them. */
export interface ReleaseValues {
  readonly values: JsonObject;
  /** Layers that the state doesn't show, such as Secrets and what Terraform writes. */
  readonly unseen: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  /**
   * Whether a layer is unreadable: helm-controller refuses it, or it contains a var. The inline values are known
   * anyway.
   */
  readonly isUnreadable: boolean;
  /** The ConfigMap that a value comes from. `undefined` if the value is inline or missing. */
  originOf(path: JsonPath): string | undefined;
}

/**
 * Composes the values of a release like helm-controller. Secrets count as unseen, so that no message quotes them.
 *
 * @param json the release, with the known vars substituted
 */
export const valuesOfRelease = ({ id }: OwnedObject, json: JsonObject, state: ClusterState): ReleaseValues => {
  const inline = inlineValues(json);
  const references = readField(json, 'spec.valuesFrom');
  const alone = {
    values: inline,
    unseen: new Set<string>(),
    seen: new Set<string>(),
    isUnreadable: false,
    originOf: () => undefined,
  };
  if (!Array.isArray(references) || references.length === 0) return alone;
  const metadata = { ...fieldsOf(json['metadata']), namespace: id.namespace };
  const sources = valuesSources({ ...json, metadata }, configMapsOf(references, id.namespace, state));
  const unseen = sources.filter(({ text }) => text === undefined).map(nameOf);
  const composed = composeValues(
    sources.map((source) => (source.text === undefined ? { ...source, optional: true } : source)),
    inline,
  );
  if ('error' in composed) return { ...alone, unseen: new Set(sources.map(nameOf)), isUnreadable: true };
  return {
    values: composed.values as JsonObject,
    unseen: new Set(unseen),
    isUnreadable: false,
    seen: new Set(sources.filter(({ text }) => text !== undefined).map(nameOf)),
    originOf: (path) => {
      const source = sources[composed.layerAt(path) ?? sources.length];
      return source && `${source.kind}/${source.name}`;
    },
  };
};

const nameOf = ({ kind, name, key }: { kind: string; name: string; key: string }): string => `${kind}/${name}/${key}`;

const configMapsOf = (
  references: readonly unknown[],
  namespace: string,
  state: ClusterState,
): ReadonlyMap<string, GivenConfigMap> => {
  const found = new Map<string, GivenConfigMap>();
  for (const { kind, name } of references.map(fieldsOf)) {
    if (kind !== 'ConfigMap' || typeof name !== 'string') continue;
    const holding = state.objects.get(keyOf({ group: '', kind, namespace, name }))?.holdings[0];
    // SOPS encrypts the data.
    if (holding === undefined || holding.json['sops'] !== undefined) continue;
    const data = dataOf(asApplied(holding.json, applySettings(state, holding)));
    if (data !== undefined) found.set(`ConfigMap ${namespace}/${name}`, data);
  }
  return found;
};
