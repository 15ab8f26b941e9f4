import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  type Owner,
  ownerKey,
  ROOT,
} from './cluster-state.js';
import { tryFindOwnerObject } from './owner-object.js';

/** Whether its own deletion takes its objects along. */
export const deletes = ({ prune, deletionPolicy, suspend }: Owner): boolean =>
  !suspend &&
  (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination' || (deletionPolicy !== 'Orphan' && prune));

/** The objects that go with a Kustomization that is deleted, as far as they can be seen. */
export const objectsOfOwner = (state: ClusterState, kustomization: OwnedObject): readonly OwnedObject[] => {
  if (!isFluxKustomization(kustomization.id)) return [];
  return state.index.ofOwner(ownerKey(kustomization.id));
};

/** Whether a Kustomization is an addon's own, or an addon makes it: itself, by a ResourceSet, or by one in whose folder it is. */
export const isOfAddon = (state: ClusterState, key: string): boolean => {
  const above = new Set<string>();
  for (let owner = key; !above.has(owner); ) {
    above.add(owner);
    const holding = tryFindOwnerObject(state, owner)?.holdings[0];
    if (holding === undefined) return false;
    if (holding.isForeign !== true) return true;
    if (holding.owner === ROOT) return false;
    owner = holding.owner;
  }
  return false;
};
