import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { equalJson } from '../../json/equal-json.js';
import { type SetOfState, setsOf } from './made-by-sets.js';

/** An object that a set no longer makes. */
export interface LostObject {
  readonly object: OwnedObject;
  /** The title of the set, and the keys of the Kustomizations that delete it. */
  readonly owners: readonly string[];
  /** The title of the set; empty where the operator keeps the object. */
  readonly by: readonly string[];
}

/** What the Flux Operator no longer makes of one ResourceSet. */
export interface LostBySet {
  readonly set: SetOfState;
  /** The set itself afterwards; undefined: it is no longer there. */
  readonly next: SetOfState | undefined;
  /** What it certainly deletes, or leaves behind, where it was told to keep it. */
  readonly deleted: readonly LostObject[];
  /** What another owner has from now on: a Kustomization, or another set. */
  readonly moved: readonly (LostObject & { readonly to: 'kustomization' | 'set' })[];
  /** What templates may make from now on. */
  readonly unsure: readonly LostObject[];
}

/**
 * What ResourceSets no longer make.
 *
 * @param isGoing whether Flux deletes a set, by its key
 */
export const lostBySets = (
  before: ClusterState,
  after: ClusterState,
  goingOf: (key: string) => Pick<LostObject, 'owners'> | undefined,
): readonly LostBySet[] => {
  const sets = setsOf(before);
  if (sets.size === 0) return [];
  const later = setsOf(after);
  const made = new Set([...later.values()].flatMap((one) => [...one.made.keys()]));
  return [...sets].flatMap(([key, set]): readonly LostBySet[] => {
    const next = later.get(key);
    const going = goingOf(key);
    if (next === undefined && going === undefined) return [];
    const isElsewhere = next !== undefined && next.unknown.length > 0 && !equalJson(set.unknown, next.unknown);
    const lost = { deleted: [] as LostObject[], moved: [] as LostBySet['moved'][number][], unsure: [] as LostObject[] };
    for (const object of set.made.values()) {
      if (next?.made.has(object.key) === true) continue;
      const title = object.holdings[0].owner;
      const isKept = object.holdings[0].kept || (next === undefined && set.isDisabled);
      const deletion: LostObject = { object, owners: [title, ...(going?.owners ?? [])], by: isKept ? [] : [title] };
      if (after.objects.has(object.key)) lost.moved.push({ ...deletion, to: 'kustomization' });
      else if (made.has(object.key)) lost.moved.push({ ...deletion, to: 'set' });
      else if (isElsewhere) lost.unsure.push(deletion);
      else lost.deleted.push(deletion);
    }
    return [{ set, next, ...lost }];
  });
};
