import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { type CheckOptions, openCheckContext } from './check-context.js';
import { finishDiagnostics, type PrintedDiagnostics } from './finish-diagnostics.js';
import { rules } from './rules/index.js';

/**
 * All that is wrong with a cluster: what compiling found, what the rules find, and what its text cannot hold.
 *
 * @param printed what the plan of its files found @default - the cluster is not planned
 */
export const checkCluster = (
  cluster: CompiledCluster,
  options: CheckOptions = {},
  printed?: PrintedDiagnostics,
): readonly Diagnostic[] => {
  const context = openCheckContext(cluster, options);
  const found: Diagnostic[] = [];
  for (const { check } of rules) check(cluster, (problem) => found.push(problem), context);
  return finishDiagnostics(cluster, { compiled: cluster.problems, found, printed });
};
