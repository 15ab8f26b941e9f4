import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { groupOf } from '../../constructs/reference.js';
import { isObject } from '../../json/is-object.js';
import { expandResourceSet } from '../../resource-sets/expand-resource-set.js';
import { isResourceSet, OPERATOR_GROUP } from '../../resource-sets/resource-set.js';

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
  const there = new Set(all.map(keyOf));
  const addons = cluster.addons.map((addon) => {
    const made = addon.objects.filter(isResourceSet).flatMap((set) => {
      const { objects } = expandResourceSet(
        set.json,
        (namespace, name) =>
          all.find(
            (one) =>
              one.group === OPERATOR_GROUP &&
              one.kind === 'ResourceSetInputProvider' &&
              one.namespace === namespace &&
              one.name === name,
          )?.json,
      );
      return objects.flatMap((json) => {
        const object = tryCompile(set, json);
        if (object === undefined || there.has(keyOf(object))) return [];
        there.add(keyOf(object));
        setOf.set(object, set);
        return [object];
      });
    });
    return made.length === 0 ? addon : { ...addon, objects: [...addon.objects, ...made] };
  });
  return setOf.size === 0 ? undefined : { cluster: { ...cluster, addons }, setOf };
};

const keyOf = ({ group, kind, namespace, name }: CompiledObject): string =>
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
