import type { Diagnostic } from '../diagnostics/index.js';
import { forgottenVarFindings } from './forgotten-vars.js';
import { rareVarFindings } from './rare-var-findings.js';
import type { OwnerWithVars } from './state-of-view.js';
import type { VarOptions } from './var-findings.js';

/** Kustomizations that lack vars, or read names of them, that others of the cluster have and read. */
export const varsOfOthersFindings = (owners: readonly OwnerWithVars[], options: VarOptions): readonly Diagnostic[] => [
  ...forgottenVarFindings(owners, options),
  ...rareVarFindings(owners, options),
];
