import type { OwnedObject, OwnerSet } from '../../applied/cluster-state.js';
import { equalJson } from '../../json/equal-json.js';

/** Whether templates that aren't followed may make what a ResourceSet has made, since they differ. */
export const mayBeMadeYet = ({ unknown }: OwnerSet, next: OwnerSet | undefined): boolean =>
  next !== undefined && next.unknown.length > 0 && !equalJson(unknown, next.unknown);

/** How an object goes from or to a ResourceSet: nothing can be handed over there. */
export type SetMove = 'taken-from-set' | 'taken-by-set' | 'between-sets';

/** `undefined`: it stays with one of its owners, or no set is among them. */
export const setMoveOf = (object: OwnedObject, next: OwnedObject): SetMove | undefined => {
  const owners = new Set(next.holdings.map(({ owner }) => owner));
  if (object.holdings.some(({ owner }) => owners.has(owner))) return undefined;
  const [wasMade, isMade] = [object, next].map(({ holdings }) => holdings.every((one) => one.isMade === true));
  if (wasMade === true) return isMade === true ? 'between-sets' : 'taken-from-set';
  return isMade === true ? 'taken-by-set' : undefined;
};
