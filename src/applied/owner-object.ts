import { parseOwnerKey } from '../declared/owner-key.js';
import type { ClusterState } from './cluster-state.js';
import type { OwnedObject } from './holding.js';
import { keyOf } from './object-id.js';

/** The key of an owner's Kustomization among the objects of a state. */
export const ownerObjectKey = (owner: string): string =>
  keyOf({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', ...parseOwnerKey(owner) });

/** The Kustomization of an owner; undefined for a root that isn't part of the tree. */
export const tryFindOwnerObject = (
  { objects }: Pick<ClusterState, 'objects'>,
  owner: string,
): OwnedObject | undefined => objects.get(ownerObjectKey(owner));
