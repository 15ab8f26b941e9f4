import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { openSchemas } from './find-schemas.js';
import { finishDiagnostics, type PrintedDiagnostics } from './finish-diagnostics.js';
import type { CheckContext } from './rule.js';
import { rules } from './rules/index.js';

/** Where a check runs; a check of one cluster alone reads its schemas itself. */
export type CheckOptions = Omit<CheckContext, 'schemas'> & Partial<Pick<CheckContext, 'schemas'>>;

/**
 * All that is wrong with a cluster: what compiling found, what the rules find, and what its text cannot hold.
 *
 * @param printed what the plan of its files found @default - the cluster is not planned
 */
export const checkCluster = (
  cluster: CompiledCluster,
  options: CheckOptions = { project: process.cwd() },
  printed?: PrintedDiagnostics,
): readonly Diagnostic[] => {
  const context: CheckContext = { ...options, schemas: options.schemas ?? openSchemas() };
  const found: Diagnostic[] = [];
  for (const { check } of rules) check(cluster, (problem) => found.push(problem), context);
  return finishDiagnostics(cluster, { compiled: cluster.problems, found, printed });
};
