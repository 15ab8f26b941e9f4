import {
  type ClusterState,
  isFluxKustomization,
  type OwnedObject,
  type Owner,
  ownerKey,
  ROOT,
} from './cluster-state.js';
import { tryFindOwnerObject } from './owner-object.js';

/** Whether the deletion of the owner deletes its objects. */
export const deletes = ({ prune, deletionPolicy, suspend }: Owner): boolean =>
  !suspend &&
  (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination' || (deletionPolicy !== 'Orphan' && prune));

/** The known objects that go when a Kustomization is deleted. */
export const objectsOfOwner = (state: ClusterState, kustomization: OwnedObject): readonly OwnedObject[] => {
  if (!isFluxKustomization(kustomization.id)) return [];
  return state.index.ofOwner(ownerKey(kustomization.id));
};

/**
 * Whether a Kustomization is an addon's own, or an addon creates it: directly, through a ResourceSet, or through
 * another Kustomization.
 */
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
