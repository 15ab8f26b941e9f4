import { type ClusterState, isFluxKustomization, ownerKey } from '../../applied/cluster-state.js';
import type { DeclaredRemoval } from '../../declared/removal.js';
import { tryFindLoss } from '../losses/find-loss.js';
import type { Deletion, OwnerChanges } from '../model/owner-changes.js';
import { type Ambiguity, ambiguityOf, covers } from './match-declared.js';

/** The removals that the code declares, matched with the removals of a change. */
export interface DeclaredRemovals {
  /** Declarations that match objects of several groups or namespaces, and therefore declare none of them. */
  readonly ambiguous: ReadonlyMap<DeclaredRemoval, Ambiguity>;
  /** Whether a declaration matches a deletion. */
  readonly isMeant: (one: DeclaredRemoval, deletion: Deletion) => boolean;
  /** Whether any declaration covers a deletion. */
  readonly isSaid: (deletion: Deletion) => boolean;
  /** Whether an ambiguous declaration matches a deletion. */
  readonly isAmbiguous: (deletion: Deletion) => boolean;
}

export const openDeclaredRemovals = (
  said: readonly DeclaredRemoval[],
  changes: OwnerChanges,
  before: ClusterState,
): DeclaredRemovals => {
  const lossy = changes.deleted.filter(
    ({ object }) =>
      said.some(
        ({ what }) => typeof what !== 'string' && what.kind === object.id.kind && what.name === object.id.name,
      ) && tryFindLoss(object, before) !== undefined,
  );
  const ambiguous = new Map(
    said.flatMap((one) => {
      const open = ambiguityOf(one, typeof one.what === 'string' ? changes.deleted : lossy);
      return open === undefined ? [] : [[one, open] as const];
    }),
  );
  const isMeant = openMeaning(changes, before);
  return {
    ambiguous,
    isMeant,
    isSaid: (deletion) => said.some((one) => !ambiguous.has(one) && isMeant(one, deletion)),
    isAmbiguous: (deletion) => [...ambiguous.keys()].some((one) => covers(one, deletion)),
  };
};

/**
 * Opens the match of a declared removal with a deletion. The name of a removed addon covers all objects that it had.
 */
const openMeaning = (
  { deleted, leftBehind }: OwnerChanges,
  before: ClusterState,
): ((one: DeclaredRemoval, deletion: Deletion) => boolean) => {
  const going = new Set(
    [...deleted, ...leftBehind].flatMap(({ object: { id } }) => (isFluxKustomization(id) ? [ownerKey(id)] : [])),
  );
  return (one, deletion) => {
    const { what } = one;
    if (!covers(one, deletion)) return false;
    if (typeof what !== 'string') return true;
    const named = [...before.owners.keys()].filter((key) => key.endsWith(`/${what}`));
    const its = named.filter((key) => deletion.owners.includes(key));
    return named.length === 0 || (its.length > 0 ? its : named).some((key) => going.has(key));
  };
};
