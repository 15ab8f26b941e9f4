import { type ClusterState, PRUNE_MARK } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { isOfAddon } from '../../../applied/owned-objects.js';
import { ownerNames } from '../../../applied/owner-name.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { ownerChanged } from '../../diagnostics.js';
import { consequenceOf } from '../../losses/find-loss.js';
import type { Move, OwnerChanges } from '../../owners/compare-owners.js';

/** The moves that no one has prepared. */
export const openMoves = (changes: OwnerChanges): readonly Move[] =>
  changes.moved.filter((move) => move.holding.length > 0);

/**
 * Changes of owner that Flux would answer by deleting: a diagnostic for each pair of old and new owners.
 *
 * @param revision that `before` is of, as the user knows it
 */
export const moveProblems = (
  cluster: string,
  changes: OwnerChanges,
  before: ClusterState,
  revision: string,
): readonly Diagnostic[] =>
  problemsOf(
    { cluster, revision },
    openMoves(changes).filter((move) => !isFromOthers(move)),
    before,
    () =>
      `run npx fluxspan handover --cluster ${cluster}: it writes the first of two commits, in which the old owner lets go; when ${revision} has it and Flux has reconciled it, synth writes the second`,
  );

/**
 * The same for objects that an owner would lose which fluxspan did not write.
 *
 * @param takeOver the command that adopts the cluster's folder
 */
export const foreignMoveProblems = (
  cluster: string,
  takeOver: string,
  changes: OwnerChanges,
  before: ClusterState,
  revision: string,
): readonly Diagnostic[] =>
  problemsOf({ cluster, revision }, openMoves(changes).filter(isFromOthers), before, (moves) => {
    const holdings = moves.flatMap(({ holding }) => holding);
    const files = [...new Set(holdings.flatMap(({ path }) => (path === '' ? [] : [path])))].sort();
    const names =
      files.length === 0 ? 'its files' : files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
    if (holdings.some(({ owner }) => isOfAddon(before, owner))) return letGoFirst(moves.length, names);
    return `leave ${names} as ${files.length === 1 ? 'it was' : 'they were'}, and run ${takeOver}: it writes the first of two commits, in which the old owner lets go; when ${revision} has it and Flux has reconciled it, the same command writes the second`;
  });

/** What an addon's own Kustomization reads isn't adopted. */
const letGoFirst = (count: number, files: string): string =>
  `set the annotation ${PRUNE_MARK}: disabled on ${count === 1 ? 'it' : 'them'} in ${files} in a change of its own, and make this change when Flux has applied that`;

/** Whether somebody else's files hold what moves. */
export const isFromOthers = ({ holding }: Move): boolean => holding.some(({ isForeign }) => isForeign === true);

const problemsOf = (
  { cluster, revision }: { readonly cluster: string; readonly revision: string },
  open: readonly Move[],
  before: ClusterState,
  fix: (moves: readonly Move[]) => string,
): readonly Diagnostic[] => {
  const groups = new Map<string, Move[]>();
  for (const move of open) {
    const key = `${ownerNames(move.from, before.rootKey)}\0${ownerNames(move.to, before.rootKey)}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()].map((moves) => {
    const { from, to } = moves[0]!;
    const dies = moves.flatMap(({ before: object }) => {
      const consequence = consequenceOf(object, before);
      return consequence === undefined ? [] : [`deleting ${titleOf(object.id)} also deletes ${consequence}`];
    });
    const count = moves.length === 1 ? '1 object' : `${moves.length} objects`;
    return diagnose(ownerChanged, {
      message: `${count} would change owner in one change, from Kustomization "${ownerNames(from, before.rootKey)}" to "${ownerNames(to, before.rootKey)}": Flux would delete ${moves.length === 1 ? 'it before the new owner applies it' : 'them before the new owner applies them'}`,
      at: { cluster, object: titleOf(moves[0]!.before.id) },
      notes: [`objects: ${moves.map((move) => titleOf(move.before.id)).join(', ')}`, ...dies, basedOn(revision)],
      fix: fix(moves),
      ties: { causes: [...new Set(moves.flatMap((move) => move.from))].map(ties.movesFrom) },
    });
  });
};

/** An owner that Flux doesn't have is one of a branch that it doesn't follow. */
const basedOn = (revision: string): string =>
  `the old owner is as ${revision} has it; if Flux follows another branch, name that as \`base\` of the cluster`;
