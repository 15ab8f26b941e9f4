import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { noBase } from './diagnostics.js';
import type { NoBase } from './find-base.js';

/** The notice of a command that continues without a base. A handover can't, and fails instead. */
export const noBaseNotice = ({ cause, fix, isNamed, isRefused }: NoBase): Diagnostic =>
  diagnose(noBase, {
    ...(isNamed === true || isRefused === true ? { severity: 'error' } : {}),
    message: `there is no branch to compare with, so synth didn't compare owners: ${cause}`,
    fix: isRefused === true ? fix : `${fix}; or pass --no-base to skip the comparison`,
  });

export const noBaseRefusal = ({ cause, fix }: NoBase): Diagnostic =>
  diagnose(noBase, { severity: 'error', message: `there is no branch to compare with: ${cause}`, fix });
