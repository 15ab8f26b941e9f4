import type { RenderedCluster } from '../cluster/rendered.js';
import type { Diagnostic } from '../diagnostics/index.js';

/** Looks at a whole cluster, in memory, and reports what is wrong. It changes nothing. */
export type Rule = (cluster: RenderedCluster, report: (problem: Diagnostic) => void) => void;
