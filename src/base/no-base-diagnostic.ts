import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { noBase } from './diagnostics.js';
import type { NoBase } from './find-base.js';

/** For a command that goes on without a base; a handover, which cannot, refuses. */
export const noBaseNotice = ({ cause, fix, isNamed }: NoBase): Diagnostic =>
  diagnose(noBase, {
    ...(isNamed === true ? { severity: 'error' } : {}),
    message: messageOf(cause),
    fix: `${fix}; or pass --no-base to skip the comparison`,
  });

export const noBaseRefusal = ({ cause, fix }: NoBase): Diagnostic =>
  diagnose(noBase, { severity: 'error', message: messageOf(cause), fix });

const messageOf = (cause: string): string => `what Flux has is not known, so owners were not compared: ${cause}`;
