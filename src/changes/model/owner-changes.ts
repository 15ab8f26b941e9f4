import type { Holding, OwnedObject } from '../../applied/cluster-state.js';
import type { ReplacementCause } from './replacement-cause.js';

/** What Flux does when a cluster goes from one state to another. Each list is in the order of the objects' keys. */
export interface OwnerChanges {
  /** The root's own key, where it isn't `flux-system/flux-system`. */
  readonly root?: string;
  readonly created: readonly OwnedObject[];
  readonly changed: readonly OwnedObject[];
  /** ConfigMaps and Secrets named after their content, which has changed. They are neither created nor deleted. */
  readonly renamed: readonly Succession[];
  readonly moved: readonly Move[];
  readonly deleted: readonly Deletion[];
  /** In git no more, and still in the cluster afterwards. */
  readonly leftBehind: readonly Deletion[];
  /** Objects that stay in git, while what they stand for is removed and made again, or may be. */
  readonly replaced: readonly Replacement[];
}

/** An object that stays and changes its owner. */
export interface Move {
  readonly before: OwnedObject;
  /** Absent where the new owner reads another repository. */
  readonly after: OwnedObject | undefined;
  /** Keys of the owners that lose it. */
  readonly from: readonly string[];
  /** Keys of the owners that have it then. */
  readonly to: readonly string[];
  /** Where no one has let go yet: Flux may delete it. Empty for a move that was handed over. */
  readonly holding: readonly Holding[];
}

export interface Deletion {
  readonly object: OwnedObject;
  /** Keys of its owners. */
  readonly owners: readonly string[];
  /** Keys of those that delete it; of several, the one that applied it last does. */
  readonly by: readonly string[];
  /** A namespace in which objects stay: somebody else has it from now on. */
  readonly inUse?: true;
  /** Those that delete it are suspended, and do so when they are resumed. */
  readonly isLate?: true;
  /** The HelmRelease that has its Helm release from now on. */
  readonly takenBy?: OwnedObject;
}

/** An object that is deleted, with the one that takes its place. */
export interface Succession extends Deletion {
  readonly after: OwnedObject;
}

/** An object that stays in git, while what it manages is removed and made again. */
export interface Replacement extends Deletion, ReplacementCause {
  readonly after: OwnedObject;
}

/** Whether nothing at all differs. */
export const isEmpty = ({ root: _, ...lists }: OwnerChanges): boolean =>
  Object.values(lists).every((list) => list.length === 0);

/** The moves that no one has prepared. */
export const openMoves = (changes: OwnerChanges): readonly Move[] =>
  changes.moved.filter((move) => move.holding.length > 0);

/** Moves of what fluxspan has written: those that it can hand over by its own files. */
export const ownMoves = ({ moved }: OwnerChanges): readonly Move[] =>
  moved.filter(({ before }) => before.holdings.every(({ isForeign }) => isForeign !== true));

/** Whether somebody else's files hold what moves. */
export const isFromOthers = ({ holding }: Move): boolean => holding.some(({ isForeign }) => isForeign === true);
