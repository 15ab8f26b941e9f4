import { PRUNE_MARK } from '../../../applied/cluster-state.js';
import { isOfAddon } from '../../../applied/owned-objects.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { isFromOthers, openMoves } from '../../model/owner-changes.js';
import { moveProblems, ownerChanged } from './owner-changed.js';

/** Reports changes of owner where the owner that loses the objects is hand-written. */
export const ownerOfOthersChangedRule = defineChangeRule(
  [ownerChanged],
  (context: StatesContext, report) => {
    const problems = moveProblems(context, openMoves(context.changes).filter(isFromOthers), (moves) => {
      const { before, revision, takeOver } = context;
      const holdings = moves.flatMap(({ holding }) => holding);
      const files = [...new Set(holdings.flatMap(({ path }) => (path === '' ? [] : [path])))].sort();
      const names =
        files.length === 0 ? 'its files' : files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
      if (takeOver === undefined || holdings.some(({ owner }) => isOfAddon(before, owner)))
        return letGoFirst(moves.length, names);
      return `leave ${names} as ${files.length === 1 ? 'it was' : 'they were'}, and run ${takeOver}: it writes the first of two commits, in which the old owner lets go; when ${revision} has it and Flux has reconciled it, the same command writes the second`;
    });
    for (const problem of problems) report(problem);
  },
  { callsFor: 'handover', settledBy: ['adoption'] },
);

/** An adoption doesn't cover what an addon's own Kustomization reads. */
const letGoFirst = (count: number, files: string): string =>
  `set the annotation ${PRUNE_MARK}: disabled on ${count === 1 ? 'it' : 'them'} in ${files} in a change of its own, and make this change when Flux has applied that`;
