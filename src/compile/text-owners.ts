import type { AddonInputs } from '../addon/inspection.js';
import type { TextOwners } from '../substitution/escape-dollars.js';

/**
 * Tells the vars of an addon from text for others. Without vars its Kustomization has no postBuild, and nothing is
 * substituted or escaped.
 */
export const ownersOf = ({ vars }: AddonInputs, anywhere: ReadonlySet<string>): TextOwners | undefined =>
  vars.size === 0 ? undefined : { declared: vars, anywhere };
