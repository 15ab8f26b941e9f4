import type { Diagnostic } from 'fluxspan';
import type { CompiledCluster } from '../../src/compile/compiled-cluster.js';
import type { DiagnosticCode } from '../../src/diagnostics/index.js';
import type { Twin } from '../live/twin.js';

/** Why there is nothing of a kind to show. */
export interface Reason {
  readonly none: string;
}

/** All that the tests know of one diagnostic of a rule. */
export interface RuleFixture {
  readonly code: DiagnosticCode;
  /** The smallest program that has the fault. @default - it is in test/diagnostics/, by its code */
  readonly bad?: () => readonly Diagnostic[];
  /** The same, fixed. Each `bad` has one. */
  readonly good?: () => readonly Diagnostic[];
  /** A change of this repository's platform that the rule must see; or the codes that an addon more makes it report. */
  readonly mutation: (() => CompiledCluster) | { readonly adds: () => readonly string[] } | Reason;
  /** The known fault of Flux trees that the `bad` program shows. @default - programs in known-faults.test.ts show it */
  readonly fault?: string | readonly string[] | Reason;
  /**
   * Programs for a real cluster, by the name of their addon, which show there what the diagnostic foretells. `over-time`:
   * a case of rules-over-time.test.ts does; `refusals`: those of controller-refusals.test.ts do; `accounts`: those of
   * accounts.test.ts.
   */
  readonly live: { readonly twins: Readonly<Record<string, Twin>> } | 'over-time' | 'refusals' | 'accounts' | Reason;
}
