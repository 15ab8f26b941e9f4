import { titleOf } from '../../../applied/object-id.js';
import type { DeclaredRemoval } from '../../../compile/removal.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import {
  ambiguityOf,
  ambiguousDeclaration,
  covers,
  declarationOf,
  unmatchedDeclarations,
} from '../../declarations/match-declared.js';
import { changeNotDeclared, replacementNotDeclared, replacementUncertain } from '../../diagnostics.js';
import type { OwnerChanges } from '../../owners/compare-owners.js';
import { happens, staysItself } from '../../print/print-changes.js';

export interface ReplacementProblems {
  /** What is replaced, or may be, and isn't declared. */
  readonly undeclared: readonly Diagnostic[];
  /** Declared replacements of what isn't replaced. */
  readonly unmatched: readonly Diagnostic[];
}

export const replacementProblems = (
  cluster: string,
  declared: readonly DeclaredRemoval[],
  changes: OwnerChanges,
): ReplacementProblems => {
  const lossy = changes.replaced.filter((one) => one.isHarmless !== true);
  const ambiguous = declared.flatMap((one) => {
    const open = ambiguityOf(one, lossy);
    return open === undefined ? [] : [{ one, open }];
  });
  const exact = declared.filter((declaration) => ambiguous.every(({ one }) => one !== declaration));
  const undeclared = lossy
    .filter((one) => !exact.some((declaration) => covers(declaration, one)))
    .map((one) => {
      const title = titleOf(one.object.id);
      const { differences, effect, also = [], instead, certain } = one;
      const definition = staysItself(one) ? changeNotDeclared : replacementNotDeclared;
      const withGroup = ambiguous.some((declaration) => covers(declaration.one, one));
      const declare = `if that is intended, declare it in the cluster's code: ${declarationOf('replacement', one.object, { withGroup })}`;
      return diagnose(certain ? definition : replacementUncertain, {
        message: `${title} ${happens(one)}: ${differences.join(', ')}`,
        at: { cluster, object: title },
        notes: [effect, ...also],
        fix: instead === undefined ? declare : `${instead}; ${declare}`,
        ties: { follows: [ties.takenName(title)] },
      });
    });
  const removed = [...changes.deleted, ...changes.leftBehind];
  const unmatched = [
    ...unmatchedDeclarations(cluster, 'replacement', declared, changes.replaced, removed),
    ...ambiguous.map(({ one, open }) => ambiguousDeclaration(cluster, 'replacement', one, open)),
  ];
  return { undeclared, unmatched };
};
