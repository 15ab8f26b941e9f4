import type { Construct } from 'constructs';
import { type TextOrRef, textsOf } from '../contract/ref.js';
import { diagnose, thrownText } from '../diagnostics/index.js';
import { reportProblem, tryFindAddonScope } from './addon-scope.js';
import { nameHash } from './diagnostics.js';
import { hashedName } from './kustomize-hash.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { mergeObjects } from './merge.js';
import { toPlain } from './to-json.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/config-map-v1/ */
export interface ConfigMapProps extends NamespacedProps {
  /** Text by key. A number or boolean var arrives as text. */
  readonly data?: Readonly<Record<string, TextOrRef>>;
  /** Whether the API server refuses changes of `data`. @default false */
  readonly immutable?: boolean;
  /**
   * Puts a hash of `data` and `binaryData` behind the name, as kustomize's `configMapGenerator` does: the same content
   * has the same name. Pods that name the ConfigMap by `configMap.name` roll out when its content changes.
   *
   * The hash is of the text before Flux substitutes, so a var that gets another value rolls nothing out.
   *
   * Flux prunes the old ConfigMap as soon as the new objects are applied, as it does with kustomize's. An old pod that
   * starts again during the rollout no longer finds it. Say `kustomize.toolkit.fluxcd.io/prune: disabled` in
   * `annotations` to keep old ConfigMaps; nothing deletes them then.
   *
   * @default false
   * @example new ConfigMap(scope, 'config', { data, nameSuffixHash: true }).name
   */
  readonly nameSuffixHash?: boolean;
}

const BASE_NAME = Symbol.for('fluxspan.nameWithoutHash');

/** The name of a ConfigMap without its hash; undefined for any other object. */
export const nameWithoutHash = (object: object): string | undefined =>
  (object as { readonly [BASE_NAME]?: string })[BASE_NAME];

/** Text by keys. */
export class ConfigMap extends Manifest {
  static readonly kind = { apiVersion: 'v1', kind: 'ConfigMap', scope: 'Namespaced' } as const;
  declare readonly kind: 'ConfigMap';

  constructor(scope: Construct, id: string, props: ConfigMapProps) {
    const { name, namespace, labels, annotations, extra, nameSuffixHash = false, ...rest } = props;
    const body = rest.data === undefined ? rest : { ...rest, data: textsOf(rest.data) };
    const base = nameSuffixHash ? (name ?? tryFindAddonScope(scope)?.addon) : undefined;
    const hashed = base === undefined ? undefined : hashedNameOf(scope, base, body, extra);
    super(scope, id, ConfigMap.kind, hashed === undefined ? props : { ...props, name: hashed }, body);
    if (hashed !== undefined) Object.defineProperty(this, BASE_NAME, { value: base });
  }
}

/** Undefined where the content isn't known yet, which is reported. */
const hashedNameOf = (scope: Construct, base: string, body: object, extra: object | undefined): string | undefined => {
  try {
    return hashedName(base, toPlain(mergeObjects(body, extra ?? {})) as Readonly<Record<string, unknown>>);
  } catch (error) {
    reportProblem(
      scope,
      diagnose(nameHash, {
        message: `ConfigMap "${base}" can't have a hash in its name: ${thrownText(error)}`,
        at: { object: `ConfigMap/${base}`, path: 'data' },
        fix: 'give `data` plain text, or leave `nameSuffixHash` out',
      }),
    );
    return undefined;
  }
};
