import { defineChangeRule } from '../../change-rule.js';
import { openDeclaredReplacements } from '../../declarations/declared-replacements.js';
import { ambiguousDeclaration, unmatchedDeclarations } from '../../declarations/match-declared.js';
import { removalUnmatched } from '../../diagnostics.js';

/** Reports declared replacements that match nothing, or several objects. */
export const replacementUnmatchedRule = defineChangeRule(
  [removalUnmatched],
  ({ cluster, compiled, changes }, report) => {
    const { replacements: declared } = compiled.cluster;
    const removed = [...changes.deleted, ...changes.leftBehind];
    const problems = [
      ...unmatchedDeclarations(cluster, 'replacement', declared, changes.replaced, removed),
      ...[...openDeclaredReplacements(declared, changes).ambiguous].map(([one, open]) =>
        ambiguousDeclaration(cluster, 'replacement', one, open),
      ),
    ];
    for (const problem of problems) report(problem);
  },
);
