import { fluxTreeFault } from '../../../applied/diagnostics.js';
import { defineChangeRule } from '../../change-rule.js';
import { unbuiltOwners } from '../../views/unbuilt-owners.js';

/** Reports faults in the hand-written part of the tree. */
export const treeFaultRule = defineChangeRule(
  [fluxTreeFault],
  ({ cluster, view }, report) => {
    if (view === undefined) return;
    const told = unbuiltOwners(view).flatMap(({ notSeen }) => notSeen.map(({ problem }) => problem));
    const all = view.after.problems
      .filter((problem) => !told.includes(problem))
      .map((problem) => ({ ...problem, at: { cluster, ...problem.at } }));
    for (const problem of all) report(problem);
  },
  { settledBy: ['adoption'] },
);
