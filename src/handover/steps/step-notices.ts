import { ownerNames } from '../../applied/owner-name.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor } from '../../changes/findings.js';
import type { Move } from '../../changes/model/owner-changes.js';
import { adoptionCommand } from '../../changes/words/adoption-command.js';
import type { TreePlace } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { adoptionWaits, handoverStep } from '../diagnostics.js';
import type { UnderWay } from './under-way.js';

export const firstStepNotice = ({ cluster, base }: ClusterComparison): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 1 of 2`,
    at: { cluster },
    fix: `merge this into ${base.revision}; when Flux has reconciled it, run npx fluxspan handover --finish on a new branch for the second step`,
  });

/** The handover that Flux's branch has, for a change that has nothing to do with it. */
export const underWayNotice = (one: ClusterComparison, { moves, addons, isOld }: UnderWay): Diagnostic => {
  const { cluster, before, place } = one;
  const since = place.tree.lastChange(before.marked.map(({ path }) => path));
  const started = since === undefined ? '' : ` since ${since.date} (commit ${since.commit.slice(0, 10)})`;
  const rest = `until then, the files of ${addons.length === 1 ? 'addon' : 'addons'} ${addons.map((name) => `"${name}"`).join(', ')} stay as they are; synth writes all else that the code changes`;
  if (moves.length === 0) {
    return diagnose(handoverStep, {
      message: `cluster "${cluster}": the first step of a handover is merged${started}, and the code no longer moves what it prepares`,
      at: { cluster },
      notes: [rest],
      fix: `take the first step back: ${abortCommand(cluster)}; or put the code back that moves the objects`,
    });
  }
  return diagnose(handoverStep, {
    message: `cluster "${cluster}": a handover is under way${started}: ${movesInWords(moves)}`,
    at: { cluster },
    notes: [
      isOld
        ? 'a version of fluxspan before this one wrote its first step; until the second one, all files of this cluster stay as they are'
        : rest,
    ],
    fix: `finish it when Flux has reconciled the first step: ${finishCommand(cluster)}`,
  });
};

export const secondStepNotice = ({ cluster }: ClusterComparison, { moves }: Pick<UnderWay, 'moves'>): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 2 of 2: ${moves.length === 1 ? '1 object gets its' : `${moves.length} objects get their`} new owner`,
    at: { cluster },
    fix: 'merge it only after Flux has reconciled the first step (flux get kustomizations shows its revision)',
  });

export const takenBackNotice = ({ cluster }: ClusterComparison): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": the first step of a handover is taken back: the old owners prune again`,
    at: { cluster },
    fix: 'merge it; nothing has moved, and nothing is deleted',
  });

export const adoptionNotice = ({ cluster, base, before }: ClusterComparison, tree: TreePlace): Diagnostic =>
  diagnose(handoverStep, {
    message: `cluster "${cluster}": handover, step 1 of 2, from files that fluxspan did not write`,
    at: { cluster },
    fix: `when ${base.revision} has it and Flux has reconciled it, run ${adoptionCommand(tree, before.layout)} again for the second step`,
  });

export const waitsNotice = ({ cluster, findings, before }: ClusterComparison, tree: TreePlace): Diagnostic =>
  diagnose(adoptionWaits, {
    message: `cluster "${cluster}" is not adopted yet, and nothing is written for it: others still apply what the code declares`,
    at: { cluster },
    notes: callsFor('adoption', findings).map(({ message }) => message),
    fix: `when its turn comes, run ${adoptionCommand(tree, before.layout)}`,
  });

export const finishCommand = (cluster: string): string => `npx fluxspan handover --finish --cluster ${cluster}`;
export const abortCommand = (cluster: string): string => `npx fluxspan handover --abort --cluster ${cluster}`;

/** `2 objects go from "db" to "database"`, for each pair of owners. */
export const movesInWords = (moves: readonly Move[]): string => {
  const pairs = new Map<string, number>();
  for (const { from, to } of moves) {
    const pair = `from "${ownerNames(from)}" to "${ownerNames(to)}"`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return [...pairs]
    .map(([pair, count]) => `${count === 1 ? '1 object goes' : `${count} objects go`} ${pair}`)
    .join(', ');
};
