import { defineChangeRule } from '../../change-rule.js';
import { openDeclaredRemovals } from '../../declarations/declared-removals.js';
import { ambiguousDeclaration, covers, unmatchedDeclarations } from '../../declarations/match-declared.js';
import { removalUnmatched } from '../../diagnostics.js';

/** Reports declared removals that match nothing, or several objects. */
export const removalUnmatchedRule = defineChangeRule(
  [removalUnmatched],
  ({ cluster, compiled, changes, before }, report) => {
    const { removals: said } = compiled.cluster;
    const { ambiguous, isMeant } = openDeclaredRemovals(said, changes, before);
    const gone = [...changes.deleted, ...changes.leftBehind];
    const problems = [
      ...said.flatMap((one) => {
        // A tenant's offboarding stays declared until its second step.
        if (one.tenant !== undefined) return [];
        const meant = gone.filter((deletion) => isMeant(one, deletion));
        return unmatchedDeclarations(
          cluster,
          'removal',
          [one],
          meant.length > 0 ? meant : gone.filter((deletion) => !covers(one, deletion)),
          changes.replaced,
        );
      }),
      ...[...ambiguous].map(([one, open]) => ambiguousDeclaration(cluster, 'removal', one, open)),
    ];
    for (const problem of problems) report(problem);
  },
);
