import type { Holding, OwnedObject } from '../../applied/cluster-state.js';
import type { ReplacementCause } from './replacement-cause.js';

/** What Flux does when a cluster goes from one state to another. Each list is in the order of the objects' keys. */
export interface OwnerChanges {
  /** The root's own key, unless it's `flux-system/flux-system`. */
  readonly root?: string;
  readonly created: readonly OwnedObject[];
  readonly changed: readonly OwnedObject[];
  /** What becomes of the pods of changed objects, by the object's key: a clause. Absent if all pods stay. */
  readonly restarts?: ReadonlyMap<string, string>;
  /**
   * ConfigMaps and Secrets named by a hash of their content, which has changed. They count as neither created nor
   * deleted.
   */
  readonly renamed: readonly Succession[];
  readonly moved: readonly Move[];
  readonly deleted: readonly Deletion[];
  /** Objects that leave git but stay in the cluster. */
  readonly leftBehind: readonly Deletion[];
  /** Objects that stay in git while what they manage is deleted and created again, or may be. */
  readonly replaced: readonly Replacement[];
}

/** An object that stays and changes its owner. */
export interface Move {
  readonly before: OwnedObject;
  /** Absent if the new owner reads another repository. */
  readonly after: OwnedObject | undefined;
  /** Keys of the owners that lose the object. */
  readonly from: readonly string[];
  /** Keys of the owners that have the object afterwards. */
  readonly to: readonly string[];
  /** Where the old owners haven't let go yet: Flux may delete the object. Empty after the first step of a handover. */
  readonly holding: readonly Holding[];
}

export interface Deletion {
  readonly object: OwnedObject;
  /** Keys of its owners. */
  readonly owners: readonly string[];
  /** Keys of the owners that delete it. Of several, the one that applied it last does. */
  readonly by: readonly string[];
  /** Set for a namespace in which objects stay: someone else must manage it from now on. */
  readonly inUse?: true;
  /** Set if the owners that delete it are suspended, and delete it when they're resumed. */
  readonly isLate?: true;
  /** The HelmRelease that owns the Helm release from now on. */
  readonly takenBy?: OwnedObject;
}

/** A deleted object, and the one that takes its place. */
export interface Succession extends Deletion {
  readonly after: OwnedObject;
}

/** An object that stays in git while what it manages is deleted and created again. */
export interface Replacement extends Deletion, ReplacementCause {
  readonly after: OwnedObject;
}

/** Whether there are no changes at all. */
export const isEmpty = ({ root: _, restarts: __, ...lists }: OwnerChanges): boolean =>
  Object.values(lists).every((list) => list.length === 0);

/** The moves that no first step has prepared. */
export const openMoves = (changes: OwnerChanges): readonly Move[] =>
  changes.moved.filter((move) => move.holding.length > 0);

/** Moves from owners that fluxspan wrote, which a handover can prepare with generated files. */
export const ownMoves = ({ moved }: OwnerChanges): readonly Move[] =>
  moved.filter(({ before }) => before.holdings.every(({ isForeign }) => isForeign !== true));

/** Whether hand-written files contain the object that moves. */
export const isFromOthers = ({ holding }: Move): boolean => holding.some(({ isForeign }) => isForeign === true);
