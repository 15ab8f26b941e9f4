import { type ClusterState, isFluxKustomization, type OwnedObject, type Owner, ownerKey } from './cluster-state.js';

/** Whether its own deletion takes its objects along. */
export const deletes = ({ prune, deletionPolicy, suspend }: Owner): boolean =>
  !suspend &&
  (deletionPolicy === 'Delete' || deletionPolicy === 'WaitForTermination' || (deletionPolicy !== 'Orphan' && prune));

/** The objects that go with a Kustomization that is deleted, as far as they can be seen. */
export const objectsOfOwner = (state: ClusterState, kustomization: OwnedObject): readonly OwnedObject[] => {
  if (!isFluxKustomization(kustomization.id)) return [];
  return state.index.ofOwner(ownerKey(kustomization.id));
};
