import type { DiagnosticCode } from './define-diagnostic.js';

/** A diagnostic that there was once. Its code is never used again. */
export interface RetiredCode {
  readonly code: DiagnosticCode;
  /** `missing-provider`. */
  readonly name: string;
  /** The first version of fluxspan without it. */
  readonly since: string;
  /** Why it is gone, and what reports the problem instead, if anything does: full sentences. */
  readonly why: string;
}

/** The diagnostics that are gone. `fluxspan explain`, docs/diagnostics.md and exceptions from them read this list. */
export const retiredCodes: readonly RetiredCode[] = [];
