import { titleOf } from '../../../applied/object-id.js';
import { diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { rootNotBuilt } from '../../diagnostics.js';
import { openTakeOver } from '../../views/take-over.js';

/** Reports objects that the root would build from both a generated and a hand-written file. */
export const twinFileRule = defineChangeRule(
  [rootNotBuilt],
  ({ cluster, view, twinFiles, takeOver }, report) => {
    if (view === undefined) return;
    const takeOverOf = openTakeOver(view, takeOver);
    const problems = twinFiles.map(({ path, id, addon }) => {
      const command = takeOverOf(id);
      return diagnose(rootNotBuilt, {
        message: `${titleOf(id)} is in "${path}", which fluxspan did not write, and addon "${addon}" makes it, too: kustomize refuses the same object twice, and Flux would apply nothing of the cluster any more`,
        at: { cluster, addon, object: titleOf(id), file: path },
        fix:
          command === undefined
            ? "rename the addon: Flux's root needs this name"
            : `rename the addon; or, if it is to take the place of what is there, run ${command}`,
        ties: { causes: [ties.takenName(titleOf(id))] },
      });
    });
    for (const problem of problems) report(problem);
  },
  { callsFor: 'adoption', settledBy: ['adoption'], asksOfAdoption: 'others' },
);
