import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { groupOf } from '../../constructs/reference.js';
import { isObject } from '../../json/is-object.js';
import { expandResourceSet } from '../../resource-sets/expand-resource-set.js';
import { isResourceSet, providerId } from '../../resource-sets/resource-set.js';

/** A cluster with what its ResourceSets make among the objects of their addons. */
export interface WithMade {
  readonly cluster: CompiledCluster;
  /** The set of each object that one makes. */
  readonly setOf: ReadonlyMap<CompiledObject, CompiledObject>;
}

/** What the ResourceSets of a cluster's addons make, with the set of each, in the order of the addons. */
export const madeBySets = (
  addons: CompiledCluster['addons'],
): readonly { readonly set: CompiledObject; readonly object: CompiledObject }[] => {
  const all = addons.flatMap(({ objects }) => objects);
  if (!all.some(isResourceSet)) return [];
  const there = new Map(all.map((one) => [keyOf(one), one.json]));
  return all.filter(isResourceSet).flatMap((set) => {
    const { objects } = expandResourceSet(set.json, {
      find: (namespace, name) => there.get(keyOf(providerId(namespace, name))),
      // Inputs of a selector aren't known here.
      all: () => [],
    });
    const found = new Map<string, CompiledObject>();
    for (const json of objects) {
      const object = tryCompile(set, json);
      // Of several, the operator takes the first.
      if (object !== undefined && !found.has(keyOf(object))) found.set(keyOf(object), object);
    }
    return [...found.values()].map((object) => ({ set, object }));
  });
};

/** `undefined`: no set makes an object that is known. */
export const withMadeObjects = (cluster: CompiledCluster): WithMade | undefined => {
  const setOf = new Map<CompiledObject, CompiledObject>();
  const there = new Set(cluster.addons.flatMap(({ objects }) => objects.map(keyOf)));
  for (const { set, object } of madeBySets(cluster.addons)) {
    if (there.has(keyOf(object))) continue;
    there.add(keyOf(object));
    setOf.set(object, set);
  }
  if (setOf.size === 0) return undefined;
  const made = [...setOf.keys()];
  const addons = cluster.addons.map((addon) => {
    const own = made.filter((object) => addon.objects.includes(setOf.get(object)!));
    return own.length === 0 ? addon : { ...addon, objects: [...addon.objects, ...own] };
  });
  return { cluster: { ...cluster, addons }, setOf };
};

const keyOf = ({
  group,
  kind,
  namespace,
  name,
}: Pick<CompiledObject, 'group' | 'kind' | 'namespace' | 'name'>): string =>
  [group, kind, namespace ?? '', name].join('\0');

/** As if the addon of the set had it. */
const tryCompile = (set: CompiledObject, json: CompiledObject['json']): CompiledObject | undefined => {
  const { apiVersion, kind, metadata } = json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isObject(metadata)) return undefined;
  const { name, namespace } = metadata;
  if (typeof name !== 'string') return undefined;
  const { addon, owner, construct } = set;
  return {
    addon,
    owner,
    construct,
    group: groupOf(apiVersion),
    apiVersion,
    kind,
    namespace: typeof namespace === 'string' ? namespace : undefined,
    name,
    title: `${kind}/${name}`,
    json,
    sites: [],
    references: [],
    derivedName: false,
  };
};
