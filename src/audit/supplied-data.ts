import { configMapKey } from '../applied/config-map-key.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/** A ConfigMap or Secret that the repository has. */
export interface SuppliedData {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  /** Its keys; the value is undefined if only the cluster knows it. */
  readonly data: ReadonlyMap<string, string | undefined>;
  readonly file: string;
}

const MERGED = /^(?:merge|ifnotpresent)$/i;

/** The ConfigMaps and Secrets that Flux applies whole, by `Kind/namespace/name`. Others may write what isn't here. */
export const suppliedDataOf = ({ owners }: Pick<FluxView, 'owners'>): ReadonlyMap<string, SuppliedData> => {
  const found = new Map<string, SuppliedData>();
  for (const { objects, sets } of owners.values()) {
    for (const { id, json, path } of [...objects, ...sets.objects]) {
      if (id.group !== '' || (id.kind !== 'ConfigMap' && id.kind !== 'Secret')) continue;
      // Others may add keys.
      const ssa = fieldsOf(fieldsOf(json['metadata'])['annotations'])['kustomize.toolkit.fluxcd.io/ssa'];
      if (typeof ssa === 'string' && MERGED.test(ssa)) continue;
      const { kind, namespace, name } = id;
      found.set(`${kind}/${configMapKey(namespace, name)}`, { kind, namespace, name, data: dataIn(json), file: path });
    }
  }
  return found;
};

const dataIn = (json: JsonObject): ReadonlyMap<string, string | undefined> => {
  const isEncrypted = json['sops'] !== undefined;
  const data = new Map<string, string | undefined>();
  for (const field of ['data', 'stringData'] as const) {
    const texts = json[field];
    for (const [key, value] of Object.entries(isObject(texts) ? texts : {})) {
      const isKnown = !isEncrypted && !(json['kind'] === 'Secret' && field === 'data') && typeof value === 'string';
      data.set(key, isKnown ? value : undefined);
    }
  }
  return data;
};
