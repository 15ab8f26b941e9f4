import type { RenderedCluster } from '../cluster/rendered.js';
import type { Diagnostic } from '../diagnostics/index.js';

/** Where a check runs. */
export interface CheckContext {
  /** The project's folder, from which the files that the app names are found. */
  readonly project: string;
}

/** Looks at a whole cluster, in memory, and reports what is wrong. It changes nothing. */
export type Rule = (cluster: RenderedCluster, report: (problem: Diagnostic) => void, context: CheckContext) => void;
