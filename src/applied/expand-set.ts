import type { ScopeOf } from '../compile/kind-scopes.js';
import { expandResourceSet } from '../flux/resource-sets/expand-resource-set.js';
import { isProvider, providerId } from '../flux/resource-sets/resource-set.js';
import type { JsonObject } from '../json/json-value.js';
import { keyOf, type ObjectId, tryReadId } from './object-id.js';

/** What the Flux Operator generates from a ResourceSet, each object once. */
export interface ExpandedSet {
  readonly objects: readonly { readonly id: ObjectId; readonly json: JsonObject }[];
  /** Both as in {@link MadeBySet}. */
  readonly unknown: readonly unknown[];
  readonly open: readonly string[];
}

/**
 * @param set the set, with the vars of its Kustomization substituted
 * @param applied returns an object of the cluster by its key, as Flux applies it
 * @param ids the ids of all objects of the cluster
 */
export const expandSet = (
  set: JsonObject,
  applied: (key: string) => JsonObject | undefined,
  ids: () => Iterable<ObjectId>,
  scopeOf: ScopeOf,
): ExpandedSet => {
  const { made, unknown, open } = expandResourceSet(set, {
    find: (namespace, name) => applied(keyOf(providerId(namespace, name))),
    all: (namespace) =>
      [...ids()]
        .filter((id) => isProvider(id) && id.namespace === namespace)
        .map(keyOf)
        .sort()
        .map(applied)
        .filter((one) => one !== undefined),
  });
  const found = new Map<string, ExpandedSet['objects'][number]>();
  for (const { json } of made) {
    const id = tryReadId(json, scopeOf);
    // If there are several, the operator takes the first.
    if (id !== undefined && !found.has(keyOf(id))) found.set(keyOf(id), { id, json });
  }
  return { objects: [...found.values()], unknown, open };
};
