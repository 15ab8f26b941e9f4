import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { namespaceWithoutCreator } from '../compile/diagnostics.js';
import type { Diagnostic, DiagnosticDefinition } from '../diagnostics/index.js';
import { type CheckOptions, clusterAsApplied, openCheckContext } from './check-context.js';
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
  const { asApplied } = options;
  const applied = asApplied === undefined ? cluster : clusterAsApplied(cluster, asApplied);
  const appliedContext = applied === cluster ? context : openCheckContext(applied, options);
  for (const { check, looksAtApplied } of rules as readonly Rule[]) {
    if (looksAtApplied === true && applied !== cluster)
      check(applied, (problem) => found.push(withRoot(problem, cluster, applied)), appliedContext);
    else check(cluster, (problem) => found.push(problem), context);
  }
  return finishDiagnostics(cluster, { compiled: cluster.problems, found, printed });
};

/** Says of a Kustomization that the root changes that it isn't as the code has it. */
const withRoot = (problem: Diagnostic, cluster: CompiledCluster, applied: CompiledCluster): Diagnostic => {
  const { addon, object } = problem.at;
  const [own, now] = [cluster, applied].map(({ addons }) =>
    addons.find(({ built }) => built.name === addon)?.entry.find(({ title }) => title === object),
  );
  if (own?.json === now?.json) return problem;
  const note = `${object} is as Flux's root applies it, with the root's own patches`;
  return { ...problem, notes: [...(problem.notes ?? []), note] };
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
  [
    ...(rules as readonly Rule[]).flatMap(({ diagnostics }): readonly DiagnosticDefinition[] => diagnostics),
    namespaceWithoutCreator,
  ]
    .filter((one) => one.missesObject === true)
    .map(({ code }) => code),
);

/** Whether a problem is that an object is missing: others may have it, in files beside the tree. */
export const missesObject = ({ code }: Diagnostic): boolean => codesOfMissing.has(code);
