import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarks } from '../../applied/handover-marks.js';
import { titleOf, titleOfKey } from '../../applied/object-id.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { type Move, type OwnerChanges, ownMoves } from '../../changes/model/owner-changes.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { TreePlan } from '../../tree/check-plan.js';
import { recordPathOf } from '../../tree/copied-files.js';
import { bodyOf } from '../../tree/header.js';
import { partOfChanges, restOfChanges } from './part-of-changes.js';
import { sectionIn, treeInHandover, withSection } from './tree-in-handover.js';

/** A handover whose first step Flux's branch has, and whose second one waits until somebody asks for it. */
export interface UnderWay {
  /**
   * What the working tree has: `first`: still the first step. `second`: this branch has the second step. `taken-back`:
   * this branch takes the first step back.
   */
  readonly here: 'first' | 'second' | 'taken-back';
  /** The moves that it has prepared; empty if the code has none of them any more. */
  readonly moves: readonly Move[];
  /** Addons whose files wait. */
  readonly addons: readonly string[];
  /** The tree while it is under way. */
  readonly files: TreePlan;
  /** What Flux does with this tree: the change without the second step. */
  readonly now: OwnerChanges;
  /** A version that didn't name the objects has marked files, so nothing else is written meanwhile. */
  readonly isOld: boolean;
  readonly problems: readonly Diagnostic[];
}

/** A cluster in which a handover is under way. */
export interface ClusterUnderWay {
  readonly one: ClusterComparison;
  readonly underWay: UnderWay;
}

/** @param root the tree's root, absolute */
export const tryFindUnderWay = (root: string, one: ClusterComparison): UnderWay | undefined => {
  const { before: base, changes, context, place, after } = one;
  if (base.marked.length === 0 || place.isMoved === true) return undefined;
  const { plan } = context;
  const had = one.ownFiles();
  const moves = preparedMoves(base, changes);
  const marked = base.marked.map(({ path }) => path);
  const isOld = base.marked.some(({ titles }) => titles.length === 0);
  const input = {
    layout: place.layout,
    plan,
    base: had,
    before: base.state,
    after,
    moves,
    allMoves: changes.moved,
    marked,
  };
  const { files: composed, addons, problems } = treeInHandover(input);
  const files = isOld ? had : withSection(place.layout, plan, composed, sectionIn(plan, had));
  return {
    here: whatIsHere(root, one, { moves, marked, files, had }),
    moves,
    addons,
    files,
    now: isOld
      ? partOfChanges(changes, () => false)
      : restOfChanges(changes, (path) => had.get(path) === files.get(path)),
    isOld,
    problems: isOld ? [] : problems,
  };
};

/** The moves of objects that the marks name, and of those whose old owner they name. */
const preparedMoves = ({ marked }: BaseCluster, changes: OwnerChanges): readonly Move[] => {
  const titles = new Map(marked.map((one) => [one.path, one.titles]));
  const named = new Set(marked.flatMap((one) => one.titles));
  const isNamed = (path: string, title: string): boolean =>
    [path, recordPathOf(path)].some((file) => {
      const found = titles.get(file);
      return found !== undefined && (found.length === 0 || found.includes(title));
    });
  return ownMoves(changes).filter(
    ({ before, from, holding }) =>
      holding.length === 0 &&
      (from.some((owner) => named.has(titleOfKey(ownerObjectKey(owner)))) ||
        before.holdings.some(({ path, writtenKey }) =>
          isNamed(path, writtenKey === undefined ? titleOf(before.id) : titleOfKey(writtenKey)),
        ) ||
        (marked.some((one) => one.titles.length === 0) && named.size === 0)),
  );
};

interface Here {
  readonly moves: readonly Move[];
  readonly marked: readonly string[];
  readonly files: TreePlan;
  readonly had: TreePlan;
}

/** Reads from the working tree whether somebody has asked for the second step, or taken the first one back. */
const whatIsHere = (
  root: string,
  { context: { plan } }: ClusterComparison,
  { moves, marked, files, had }: Here,
): UnderWay['here'] => {
  const onDisk = (path: string): string | undefined => {
    const full = join(root, path);
    return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
  };
  const isMarked = (path: string): boolean => readMarks(onDisk(path) ?? '') !== undefined;
  if (marked.some(isMarked)) return 'first';
  const isPlanned = (path: string): boolean => {
    const [text, planned] = [onDisk(path), plan.files.get(path)];
    return text !== undefined && planned !== undefined && bodyOf(path, text) === bodyOf(path, planned);
  };
  if (moves.length === 0) return marked.every((path) => isPlanned(path)) ? 'taken-back' : 'first';
  // A tree that somebody has deleted doesn't ask for it.
  const waiting = [...plan.files.keys()].filter(
    (path) => had.get(path) === files.get(path) && plan.files.get(path) !== files.get(path) && path.endsWith('.yaml'),
  );
  return waiting.some(isPlanned) ? 'second' : 'first';
};
