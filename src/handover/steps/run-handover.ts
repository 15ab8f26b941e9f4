import { join } from 'node:path';
import { inRepository } from '../../applied/base-tree.js';
import { Git } from '../../applied/git.js';
import { noBaseRefusal } from '../../applied/no-base-diagnostic.js';
import { compareApp } from '../../changes/comparison/compare-app.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { callsFor, problemsOf } from '../../changes/findings.js';
import { namespaceCreator } from '../../changes/rules/terraform/namespace-creator.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose, hasErrors } from '../../diagnostics/index.js';
import { compareTree } from '../../tree/compare-tree.js';
import type { AppPlan } from '../../tree/plan-app.js';
import { treeDiagnostics } from '../../tree/tree-diagnostics.js';
import { writeTree } from '../../tree/write-tree.js';
import { handoverBlocked } from '../diagnostics.js';
import { openFirstStep } from './first-step.js';
import { type HandoverOutcome, nothingWritten } from './handover-outcome.js';

export interface HandoverOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly base: string | undefined;
  /** The user has applied the Terraform changes that keep it from reverting the step. */
  readonly terraformApplied: boolean;
}

/** Plans the first step for every cluster of the plan that needs one. */
export const runHandover = (app: DeclaredApp, plan: AppPlan, options: HandoverOptions): HandoverOutcome => {
  const tree = plan.layout;
  const root = join(options.folder, tree.root);
  const inGit = (path: string) => inRepository({ root: tree.inRepository }, path);
  const comparison = compareApp(app, plan, { folder: options.folder, base: options.base });
  if (comparison.noBase !== undefined) return nothingWritten([noBaseRefusal(comparison.noBase)]);
  const general = [...comparison.problems, ...comparison.secondOwners];
  if (hasErrors(general)) return nothingWritten(general);
  const open = comparison.clusters
    .filter(({ findings }) => callsFor('handover', findings).length > 0)
    .map((one) => ({ ...one, step: openFirstStep(one) }));
  if (open.length === 0) return nothingToDo(comparison.clusters, general);

  const problems: Diagnostic[] = [...general];
  const files = new Map<string, string>();
  for (const one of open) {
    if (one.before.inHandover) problems.push(secondAtOnce(one));
    const left = problemsOf(one.step.findingsAfter());
    problems.push(...(options.terraformApplied ? left : left.map(askForTerraform)));
    for (const [path, text] of one.step.plan()?.files ?? []) files.set(path, text);
  }
  const scope = { clusters: open.map(({ cluster }) => cluster), all: false };
  const changes = compareTree(root, files, scope, { force: false, tree });
  problems.push(...treeDiagnostics(tree, { ...changes, kept: [] }));
  const touched = [...changes.added, ...changes.changed, ...changes.removed, ...changes.kept, ...changes.headers];
  const git = new Git(options.folder);
  const dirty = new Set(git.dirty(touched.map((path) => inGit(path))));
  for (const path of [...dirty, ...changes.kept.map((one) => inGit(one))]) {
    if (problems.every(({ at }) => at.file !== path)) problems.push(uncommitted(path, dirty.has(path)));
  }
  if (hasErrors(problems)) return nothingWritten(problems);
  const names = open.map(({ cluster }) => cluster).join(', ');
  return {
    diagnostics: problems,
    step: 'first',
    files: (
      [
        ['+', changes.added],
        ['~', changes.changed],
        ['-', changes.removed],
      ] as const
    ).flatMap(([mark, paths]) => paths.map((path) => ({ mark, path: tree.inProject(path) }))),
    clusters: open.map((one) => ({
      cluster: one.cluster,
      before: one.before.state,
      changes: one.step.plan()?.next ?? one.changes,
    })),
    next: [
      touched.length === 0
        ? `handover of ${names}, step 1 of 2, is in the tree already`
        : `handover of ${names}, step 1 of 2: in this tree, the old owners no longer prune the objects that move`,
      `commit it with the code, and merge it into ${revisionsOf(open)}`,
      'wait until Flux has reconciled it: flux get kustomizations shows its revision at each',
      'then, on a new branch, run npx fluxspan synth: it writes the second step',
    ],
    write: () => writeTree(root, changes, files),
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
  const ready = moving.filter(({ before }) => before.inHandover);
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
          'once Flux has reconciled that, run npx fluxspan synth: it writes the second step',
        ],
  );
};

const secondAtOnce = ({ cluster, base }: ClusterComparison): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `cluster "${cluster}" is in the first step of another handover in ${base.revision}, and this change needs one more`,
    at: { cluster },
    fix: 'finish that one first: take back what the code has got since, run synth, merge and let Flux reconcile; then start this one',
  });

/** Blocks the step if Terraform would take a namespace back. */
const askForTerraform = (problem: Diagnostic): Diagnostic =>
  problem.code === namespaceCreator.code
    ? { ...problem, severity: 'error', fix: `${problem.fix}; then run handover again with --terraform-applied` }
    : problem;

export const uncommitted = (path: string, dirty: boolean): Diagnostic =>
  diagnose(handoverBlocked, {
    message: dirty
      ? `"${path}" has changes that are not committed, and handover would write over them`
      : `"${path}" was edited by hand on this branch, and handover would write over it`,
    at: { file: path },
    fix: dirty
      ? `commit them, or take them back: git checkout -- ${path} (git clean for a new file)`
      : 'take the edit back, then run handover again',
  });
