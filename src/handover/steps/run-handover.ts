import { join } from 'node:path';
import type { GitAnswers } from '../../applied/git.js';
import { noBaseRefusal } from '../../applied/no-base-diagnostic.js';
import { compareApp } from '../../changes/comparison/compare-app.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor, problemsOf } from '../../changes/findings.js';
import { namespaceCreator } from '../../changes/rules/terraform/namespace-creator.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose, hasErrors } from '../../diagnostics/index.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { writeTree } from '../../tree/write-tree.js';
import { handoverBlocked } from '../diagnostics.js';
import { type HandoverOutcome, nothingWritten } from './handover-outcome.js';
import { stepOf } from './handover-step.js';
import { planWrite } from './plan-write.js';
import { finishCommand } from './step-notices.js';
import { tryFindUnderWay } from './under-way.js';

export interface HandoverOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly base: string | undefined;
  /** Answers of git from earlier in this run. */
  readonly answers?: GitAnswers | undefined;
  /** The user has applied the Terraform changes that keep it from reverting the step. */
  readonly terraformApplied: boolean;
}

/** Plans the first step for every cluster of the plan that needs one. */
export const runHandover = (app: DeclaredApp, plan: AppPlan, options: HandoverOptions): HandoverOutcome => {
  const { folder, base, answers } = options;
  const tree = plan.layout;
  const root = join(folder, tree.root);
  const comparison = compareApp(app, plan, { folder, base, answers });
  if (comparison.noBase !== undefined) return nothingWritten([noBaseRefusal(comparison.noBase)]);
  const general = [...comparison.problems, ...comparison.secondOwners];
  if (hasErrors(general)) return nothingWritten(general);
  const isOpen = (one: ClusterComparison): boolean => {
    if (callsFor('handover', one.findings).length > 0) return true;
    const underWay = tryFindUnderWay(root, one);
    return underWay?.isOld === true && underWay.moves.length > 0;
  };
  const open = comparison.clusters.filter(isOpen);
  if (open.length === 0) return nothingToDo(comparison.clusters, general);
  const twice = open.filter(({ before }) => before.marked.some(({ titles }) => titles.length > 0));
  if (twice.length > 0) return nothingWritten([...general, ...twice.map(secondAtOnce)]);

  // What is wrong with other clusters keeps none from its handover.
  const failing = comparison.clusters.filter((one) => !open.includes(one) && hasErrors(problemsOf(one.findings)));
  const names = new Set(failing.map(({ cluster }) => cluster));
  const clusters = plan.clusters.filter(({ cluster }) => !names.has(cluster));
  const part = { ...plan, clusters, files: new Map(clusters.flatMap(({ files }) => [...files])) };
  const left = comparison.clusters.filter((one) => !failing.includes(one));
  const step = stepOf({ root, tree }, part, { ...comparison, clusters: left }, false, () => undefined, 'first');
  const isOfOpen = ({ at }: Diagnostic): boolean => open.some(({ cluster }) => cluster === at.cluster);
  const asked = step.diagnostics.map((one) =>
    isOfOpen(one) && !options.terraformApplied ? askForTerraform(one) : one,
  );
  const scope = { clusters: clusters.map(({ cluster }) => cluster), all: false };
  const { changes, touched, files, problems } = planWrite(folder, tree, step.files, scope, asked);
  if (hasErrors(problems)) return nothingWritten(problems);
  const handed = open.map(({ cluster }) => cluster).join(', ');
  return {
    diagnostics: problems,
    step: 'first',
    files,
    clusters: open.map((one) => ({
      cluster: one.cluster,
      before: one.before.state,
      changes: step.next.get(one.cluster) ?? one.changes,
    })),
    next: [
      touched === 0
        ? `handover of ${handed}, step 1 of 2, is in the tree already`
        : `handover of ${handed}, step 1 of 2: in this tree, the old owners no longer prune the objects that move`,
      `commit it with the code, and merge it into ${revisionsOf(open)}`,
      'wait until Flux has reconciled it: flux get kustomizations shows its revision at each',
      `then, on a new branch, run ${open.length === 1 ? finishCommand(handed) : 'npx fluxspan handover --finish'}: it writes the second step`,
    ],
    write: () => writeTree(root, changes, step.files),
  };
};

/** `origin/main`; with several, also the clusters of each: `origin/main (dev) and origin/live (prod, qa)`. */
const revisionsOf = (clusters: readonly ClusterComparison[]): string => {
  const revisions = [...new Set(clusters.map(({ base }) => base.revision))];
  if (revisions.length === 1) return revisions[0]!;
  const clustersOf = (revision: string) =>
    clusters.flatMap(({ cluster, base }) => (base.revision === revision ? [cluster] : [])).join(', ');
  return revisions.map((revision) => `${revision} (${clustersOf(revision)})`).join(' and ');
};

const nothingToDo = (clusters: readonly ClusterComparison[], problems: readonly Diagnostic[]): HandoverOutcome => {
  const moving = clusters.filter(({ changes }) => changes.moved.length > 0);
  const ready = moving.filter(({ before }) => before.marked.length > 0);
  const secondOwners = clusters.flatMap(({ findings }) => callsFor('adoption', findings));
  if (secondOwners.length > 0) return nothingWritten([...problems, ...secondOwners]);
  return nothingWritten(
    problems,
    ready.length === 0
      ? [
          `${moving.length === 0 ? 'nothing changes its owner' : 'Flux deletes nothing of what changes its owner'}: no handover is needed`,
        ]
      : [
          ready.every(({ base }) => base.revision === ready[0]!.base.revision)
            ? `every old owner has let go in ${ready[0]!.base.revision} already: ${ready.map(({ cluster }) => cluster).join(', ')}`
            : `every old owner has let go already: in ${revisionsOf(ready)}`,
          `once Flux has reconciled that, run ${ready.length === 1 ? finishCommand(ready[0]!.cluster) : 'npx fluxspan handover --finish'}: it writes the second step`,
        ],
  );
};

const secondAtOnce = ({ cluster, base }: ClusterComparison): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `cluster "${cluster}" is in the first step of another handover in ${base.revision}, and this change needs one more`,
    at: { cluster },
    fix: `finish that one first: take back what the code has got since, run ${finishCommand(cluster)}, merge and let Flux reconcile; then start this one`,
  });

/** Blocks the step if Terraform would take a namespace back. */
const askForTerraform = (problem: Diagnostic): Diagnostic =>
  problem.code === namespaceCreator.code
    ? { ...problem, severity: 'error', fix: `${problem.fix}; then run handover again with --terraform-applied` }
    : problem;
