import type { TextOwners } from '../substitution/escape-dollars.js';
import type { KnownVars } from './known-vars.js';

/**
 * Tells the vars of an addon from text for others. Without vars its Kustomization has no postBuild, and nothing is
 * substituted or escaped.
 */
export const ownersOf = (
  { vars, open, isSubstituted }: KnownVars,
  anywhere: ReadonlySet<string>,
): TextOwners | undefined =>
  isSubstituted ? { declared: vars, anywhere, isOpen: open.length > 0, takesDefaults: true } : undefined;
