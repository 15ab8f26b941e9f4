import type { CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { ownersOf } from '../../compile/text-owners.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../../substitution/sites.js';
import { keyOf, type MadeByUs, type MadeObjects, makeObjects } from './made-objects.js';

/** A cluster with what its ResourceSets make among the objects of their addons. */
export interface WithMade {
  readonly cluster: CompiledCluster;
  readonly sets: MadeObjects;
}

export const withMadeObjects = (cluster: CompiledCluster): WithMade => {
  const { addons } = cluster;
  const builtOf = new Map(addons.map(({ built }) => [built.name, built]));
  const sets = makeObjects(addons, (set, json) =>
    isDisabled(set.json)
      ? NO_SITES
      : findSites(json, ownersOf(builtOf.get(set.addon)!.known, cluster.built.declaredVars)),
  );
  // That two make an object has a rule of its own.
  const known = new Set(addons.flatMap(({ objects }) => objects.map(keyOf)));
  const made = new Map<string, MadeByUs[]>();
  for (const object of sets.objects) {
    if (known.has(keyOf(object))) continue;
    known.add(keyOf(object));
    const own = made.get(object.addon);
    if (own === undefined) made.set(object.addon, [object]);
    else own.push(object);
  }
  if (made.size === 0) return { cluster, sets };
  const all = addons.map((addon) => {
    const own = made.get(addon.built.name);
    return own === undefined ? addon : { ...addon, objects: [...addon.objects, ...withTitles(addon.objects, own)] };
  });
  return { cluster: { ...cluster, addons: all }, sets };
};

/** A title stands for one object of an addon. */
const withTitles = (objects: readonly CompiledObject[], made: readonly MadeByUs[]): readonly CompiledObject[] => {
  const count = new Map<string, number>();
  for (const { title } of [...objects, ...made]) count.set(title, (count.get(title) ?? 0) + 1);
  return made.map((one) =>
    count.get(one.title) === 1 || one.namespace === undefined
      ? one
      : { ...one, title: `${one.title} in ${one.namespace}` },
  );
};
