import type { DeclaredRemoval } from '../../declared/removal.js';
import type { OwnerChanges, Replacement } from '../model/owner-changes.js';
import { type Ambiguity, ambiguityOf, covers } from './match-declared.js';

/** The replacements that the code declares, matched with the replacements of a change. */
export interface DeclaredReplacements {
  /** Declarations that match objects of several groups or namespaces, and therefore declare none of them. */
  readonly ambiguous: ReadonlyMap<DeclaredRemoval, Ambiguity>;
  /** Undeclared replacements that destroy more than the object. */
  readonly undeclared: readonly Replacement[];
}

export const openDeclaredReplacements = (
  declared: readonly DeclaredRemoval[],
  changes: Pick<OwnerChanges, 'replaced'>,
): DeclaredReplacements => {
  const lossy = changes.replaced.filter((one) => one.isHarmless !== true);
  const ambiguous = new Map(
    declared.flatMap((one) => {
      const open = ambiguityOf(one, lossy);
      return open === undefined ? [] : [[one, open] as const];
    }),
  );
  const exact = declared.filter((one) => !ambiguous.has(one));
  return {
    ambiguous,
    undeclared: lossy.filter((one) => !exact.some((declaration) => covers(declaration, one))),
  };
};
