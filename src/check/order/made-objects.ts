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

/** `undefined`: no set makes an object that is known. */
export const withMadeObjects = (cluster: CompiledCluster): WithMade | undefined => {
  const setOf = new Map<CompiledObject, CompiledObject>();
  const all = cluster.addons.flatMap(({ objects }) => objects);
  if (!all.some(isResourceSet)) return undefined;
  const there = new Map(all.map((one) => [keyOf(one), one.json]));
  const addons = cluster.addons.map((addon) => {
    const made = addon.objects.filter(isResourceSet).flatMap((set) => {
      const { objects } = expandResourceSet(set.json, (namespace, name) =>
        there.get(keyOf(providerId(namespace, name))),
      );
      return objects.flatMap((json) => {
        const object = tryCompile(set, json);
        if (object === undefined || there.has(keyOf(object))) return [];
        there.set(keyOf(object), object.json);
        setOf.set(object, set);
        return [object];
      });
    });
    return made.length === 0 ? addon : { ...addon, objects: [...addon.objects, ...made] };
  });
  return setOf.size === 0 ? undefined : { cluster: { ...cluster, addons }, setOf };
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
