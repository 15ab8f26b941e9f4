import { knownScope, type ScopeOf } from '../compile/kind-scopes.js';
import { groupOf } from '../constructs/reference.js';
import type { JsonObject } from '../json/json-value.js';

/** What makes an object the same one for Kubernetes: a change of any of the four is a removal and a creation. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for what lives in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** One text for one object; its order is that of plans. */
export const keyOf = ({ group, kind, namespace, name }: ObjectId): string => [kind, group, namespace, name].join('\0');

/**
 * Reads the identity of a manifest; `${VAR}` in a name counts as it stands. `undefined`: it is not a Kubernetes object.
 *
 * @param scopeOf what the cluster knows of its kinds; ids that are compared are read by the same
 */
export const tryReadId = (json: JsonObject, scopeOf: ScopeOf = knownScope): ObjectId | undefined => {
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const { name, namespace } = (metadata ?? {}) as { name?: unknown; namespace?: unknown };
  if (typeof name !== 'string' || name === '') return undefined;
  const group = groupOf(apiVersion);
  // A namespace on what is cluster-scoped is dropped by the API server.
  const place = typeof namespace === 'string' && scopeOf(group, kind) !== 'Cluster' ? namespace : '';
  return { group, kind, namespace: place, name };
};

/** `HelmRelease/karpenter in karpenter`. */
export const titleOf = ({ kind, name, namespace }: ObjectId): string =>
  `${kind}/${name}${namespace === '' ? '' : ` in ${namespace}`}`;

/** What to type to delete an object that Flux leaves behind. */
export const deleteCommand = ({ group, kind, namespace, name }: ObjectId): string =>
  `kubectl delete ${namespace === '' ? '' : `-n ${namespace} `}${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${name}`;
