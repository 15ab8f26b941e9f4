import type { Diagnostic } from './diagnostic.js';
import { sortDiagnostics } from './sort-diagnostics.js';
import { tryError } from './thrown.js';

const FLUXSPAN_ERROR = Symbol.for('fluxspan.error');

/** Whether an error carries diagnostics, whichever copy of fluxspan threw it. */
export const isFluxspanError = (error: unknown): error is FluxspanError => FLUXSPAN_ERROR in (tryError(error) ?? {});

/**
 * Thrown where there is no cluster to report to: by a construct or addon in a plain cdk8s chart, by `defineInfra` and
 * `parseInfra`, and by `app.synth()`. It has everything that is wrong, not the first thing alone.
 */
export class FluxspanError extends Error {
  /** What is wrong, all of it. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const sorted = sortDiagnostics(diagnostics);
    super(sorted.map((d) => `${d.code} ${d.name}: ${d.message}\n  fix  ${d.fix}`).join('\n'));
    this.name = 'FluxspanError';
    Object.defineProperty(this, FLUXSPAN_ERROR, { value: true });
    this.diagnostics = sorted;
  }
}
