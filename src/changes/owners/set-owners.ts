import type { OwnedObject, OwnerSet } from '../../applied/cluster-state.js';
import { equalJson } from '../../json/equal-json.js';

/** Whether templates that aren't followed, and that differ, may still make what a ResourceSet has made. */
export const mayBeMadeYet = ({ unknown }: OwnerSet, next: OwnerSet | undefined): boolean =>
  next !== undefined && next.unknown.length > 0 && !equalJson(unknown, next.unknown);

/** How an object moves from or to a ResourceSet, where a handover isn't possible. */
export type SetMove = 'taken-from-set' | 'taken-by-set' | 'between-sets';

/** `undefined` if the object keeps one of its owners, or no owner is a set. */
export const setMoveOf = (object: OwnedObject, next: OwnedObject): SetMove | undefined => {
  const owners = new Set(next.holdings.map(({ owner }) => owner));
  if (object.holdings.some(({ owner }) => owners.has(owner))) return undefined;
  const [wasMade, isMade] = [object, next].map(({ holdings }) => holdings.every((one) => one.isMade === true));
  if (wasMade === true) return isMade === true ? 'between-sets' : 'taken-from-set';
  return isMade === true ? 'taken-by-set' : undefined;
};
