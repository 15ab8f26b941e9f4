import type { ClusterState, Holding, OwnedObject, Owner } from '../applied/cluster-state.js';
import { openStateIndex } from '../applied/state-index.js';

/**
 * A state once the first step of a handover is reconciled, which stands in files that Flux doesn't have yet: nothing in
 * it differs but what its owners delete.
 *
 * @param step the state that those files describe
 */
export const afterFirstStep = (state: ClusterState, step: ClusterState): ClusterState => {
  const ownerOf = (owner: Owner): Owner => {
    const next = step.owners.get(owner.key);
    if (next === undefined) return owner;
    const { prune, deletionPolicy, keepsAll } = next;
    return { ...owner, prune, deletionPolicy, keepsAll };
  };
  const holdingOf = (key: string, holding: Holding): Holding => {
    const next = step.objects.get(key)?.holdings.find(({ owner }) => owner === holding.owner);
    return next?.kept === true ? { ...holding, kept: true } : holding;
  };
  const objectOf = (object: OwnedObject): OwnedObject => {
    const [first, ...rest] = object.holdings.map((holding) => holdingOf(object.key, holding));
    return { ...object, holdings: [first!, ...rest] };
  };
  const objects = new Map([...state.objects].map(([key, object]) => [key, objectOf(object)]));
  return {
    ...state,
    owners: new Map([...state.owners].map(([key, owner]) => [key, ownerOf(owner)])),
    objects,
    index: openStateIndex(objects),
  };
};
