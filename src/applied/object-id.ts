import { knownScope, type ScopeOf } from '../compile/kind-scopes.js';
import { groupOf } from '../constructs/reference.js';
import type { JsonObject } from '../json/json-value.js';

/** The identity of an object in Kubernetes: a change of any of the four fields is a removal and a creation. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** A unique text for an object, which also sorts objects in plans. */
export const keyOf = ({ group, kind, namespace, name }: ObjectId): string => [kind, group, namespace, name].join('\0');

/**
 * Reads the identity of a manifest; `${VAR}` in a name stays as written. `undefined` if it isn't a Kubernetes object.
 *
 * @param scopeOf the scopes of kinds in the cluster; ids that are compared must use the same
 */
export const tryReadId = (json: JsonObject, scopeOf: ScopeOf = knownScope): ObjectId | undefined => {
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const { name, namespace } = (metadata ?? {}) as { name?: unknown; namespace?: unknown };
  if (typeof name !== 'string' || name === '') return undefined;
  const group = groupOf(apiVersion);
  // The API server drops the namespace of a cluster-scoped object.
  const place = typeof namespace === 'string' && scopeOf(group, kind) !== 'Cluster' ? namespace : '';
  return { group, kind, namespace: place, name };
};

/** `HelmRelease/karpenter in karpenter`. */
export const titleOf = ({ kind, name, namespace }: ObjectId): string =>
  `${kind}/${name}${namespace === '' ? '' : ` in ${namespace}`}`;

/** The command that deletes an object that Flux leaves behind. */
export const deleteCommand = ({ group, kind, namespace, name }: ObjectId): string =>
  `kubectl delete ${namespace === '' ? '' : `-n ${namespace} `}${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`;

/** The title of the object that has this key. */
export const titleOfKey = (key: string): string => {
  const [kind = '', group = '', namespace = '', name = ''] = key.split('\0');
  return titleOf({ kind, group, namespace, name });
};
