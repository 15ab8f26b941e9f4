import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { CleanObjects } from './clean-objects.js';
import type { RunSchemas } from './find-schemas.js';

/** Where a check runs. */
export interface CheckContext {
  /** The project's folder, from which the files that the app names are found. */
  readonly project: string;
  /** Objects that need not be checked by their schemas again. */
  readonly clean?: CleanObjects | undefined;
  readonly schemas: RunSchemas;
}

/** Looks at a whole cluster, in memory, and reports what is wrong. It changes nothing. */
export type Rule = (cluster: CompiledCluster, report: (problem: Diagnostic) => void, context: CheckContext) => void;
