import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { type CheckOptions, openCheckContext } from './check-context.js';
import { finishDiagnostics, type PrintedDiagnostics } from './finish-diagnostics.js';
import type { OtherKustomization } from './order/other-kustomization.js';
import type { Rule } from './rule.js';
import { otherDeadlocks } from './rules/flux/deadlock.js';
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

/** Circles through Kustomizations that others write: {@link otherDeadlocks} with what it needs. */
export const findOtherDeadlocks = (
  cluster: CompiledCluster,
  others: readonly OtherKustomization[],
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  if (others.length > 0) otherDeadlocks(cluster, others, (problem) => found.push(problem), openCheckContext(cluster));
  return found;
};

export type { OtherKustomization };

const codesOfMissing: ReadonlySet<string> = new Set(
  (rules as readonly Rule[]).flatMap(({ diagnostics }) =>
    diagnostics.filter((one) => one.missesObject === true).map(({ code }) => code),
  ),
);

/** Whether a problem is that an object is missing: others may have it, in files beside the tree. */
export const missesObject = ({ code }: Diagnostic): boolean => codesOfMissing.has(code);
