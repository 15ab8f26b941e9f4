import { join } from 'node:path';
import type { BuildCache } from '../../applied/build/folder-builder.js';
import type { NoBase } from '../../applied/find-base.js';
import { FluxFiles } from '../../applied/flux-files.js';
import { Git, type GitAnswers, GitError } from '../../applied/git.js';
import { stateOfPlan } from '../../applied/state-of-plan.js';
import { openClusterViews } from '../../applied/view/cluster-views.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { AppPlan } from '../../tree/plan-app.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { callsFor } from '../findings.js';
import { type FollowedTree, openBaseTrees } from './base-trees.js';
import { compareCluster } from './compare-cluster.js';
import type { BaseComparison, ClusterComparison } from './comparison.js';
import { movedTreeProblem, tryFindMovedTree } from './moved-tree.js';
import { newFileProblems } from './new-files.js';
import { undeclaredClusterProblems } from './undeclared-clusters.js';

export interface CompareOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  /** Answers of git from earlier in this run. */
  readonly answers?: GitAnswers | undefined;
  /** Builds of hand-written folders from earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** Flux's own files that this run has already read. */
  readonly flux?: FluxFiles | undefined;
}

/**
 * Compares a plan with the commit that Flux applies, cluster by cluster. Only reads: git, and hand-written files on the
 * disk.
 */
export const compareApp = (app: DeclaredApp, plan: AppPlan, options: CompareOptions): BaseComparison => {
  const { layout, schemas } = plan;
  const root = join(options.folder, layout.root);
  const { flux = new FluxFiles() } = options;
  const clusters: ClusterComparison[] = [];
  const problems: Diagnostic[] = [];
  const secondOwners: Diagnostic[] = [];
  const moving = new Set<string>();
  let noBase: NoBase | undefined;
  /** Objects missing in the clone make a comparison impossible, but aren't a fault of the app. */
  const attempt = (compare: () => void): void => {
    try {
      compare();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      noBase ??= { cause: error.message, fix: error.fix, isRefused: error.isRefused };
    }
  };
  const add = (compared: ClusterComparison | readonly Diagnostic[]): void => {
    if ('changes' in compared) clusters.push(compared);
    else problems.push(...compared);
  };
  attempt(() => {
    const git = Git.open(options.folder, options.answers);
    const treeOf = openBaseTrees({ git, app, plan, root, revision: options.base, flux });
    const viewsOf = openClusterViews(git, app, layout, options.builds);
    const withTree = (follows: string, look: (found: FollowedTree) => void): void =>
      attempt(() => {
        const found = treeOf(follows);
        if ('cause' in found) noBase ??= found;
        else look(found);
      });
    const compareOne = ({ tree, rootMatters }: FollowedTree, one: ClusterPlan, compiled: CompiledCluster): void => {
      const { cluster } = compiled;
      const found = newFileProblems(root, tree, layout, one, () => stateOfPlan(one, compiled));
      problems.push(...found.unbuilt);
      secondOwners.push(...found.secondOwners);
      const compared = compareCluster({ tree, app, layout }, one, compiled, {
        schemas,
        others: found.others,
        views: (viewed) => viewsOf(tree, viewed),
        rootMatters: rootMatters(one),
        parse: flux.parse,
      });
      const isElsewhere = 'changes' in compared && !compared.before.own.some((path) => one.layout.isInFolder(path));
      const moved = isElsewhere ? tryFindMovedTree(git, tree.base, app, layout, cluster) : undefined;
      if (moved === undefined) {
        add(compared);
        return;
      }
      const before = compareCluster({ ...moved, app, isMoved: true }, one, compiled, {
        schemas,
        others: [],
        parse: flux.parse,
      });
      add(before);
      const hasMoves = 'changes' in before && callsFor('handover', before.findings).length > 0;
      problems.push(movedTreeProblem(git, moved, layout, one, hasMoves));
      moving.add(cluster.name);
    };
    const plans = new Map(plan.clusters.map((one) => [one.cluster, one]));
    for (const compiled of plan.compiled) {
      const one = plans.get(compiled.cluster.name);
      if (one !== undefined) withTree(compiled.cluster.base, (found) => compareOne(found, one, compiled));
    }
    if (!plan.scope.all) return;
    const follows = app.clusters[0]?.base ?? 'origin/main';
    withTree(follows, ({ tree }) => {
      const views = viewsOf.bind(undefined, tree);
      problems.push(...undeclaredClusterProblems({ git, tree, app, layout, root, follows, views }));
    });
  });
  return { clusters, noBase, problems, secondOwners, moving };
};
