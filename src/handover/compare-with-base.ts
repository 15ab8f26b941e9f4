import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { DeclaredApp } from '../compile/declared-app.js';
import { type Diagnostic, diagnose, hasErrors } from '../diagnostics/index.js';
import { readHeader } from '../tree/header.js';
import type { AppPlan } from '../tree/plan-app.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import { BaseTree } from './base-tree.js';
import type { ClusterState } from './cluster-state.js';
import { compareOwners, isEmpty, type OwnerChanges } from './compare-owners.js';
import { noBase } from './diagnostics.js';
import { type Base, findBase, type NoBase } from './find-base.js';
import { Git, type GitAnswers, GitError } from './git.js';
import { moveProblems } from './move-problems.js';
import { checkCreators } from './namespace-creators.js';
import { newFileProblems } from './new-file-problems.js';
import { otherOwnerProblems } from './other-owner-problems.js';
import { type HandoverPlan, planHandover } from './plan-handover.js';
import { type BaseCluster, clustersInBase, readBaseCluster } from './read-base.js';
import { lostClusterProblems, removalProblems } from './removal-problems.js';
import { readsTree, stateOfPlan } from './state-of-plan.js';

/** One cluster, compared with what Flux has of it. */
export interface ClusterComparison {
  readonly cluster: string;
  readonly base: Base;
  readonly before: BaseCluster;
  readonly after: ClusterState;
  readonly changes: OwnerChanges;
  /** Changes of owner and removals that must not be, and what else is to be said. */
  readonly problems: readonly Diagnostic[];
  /** The first step, where an object changes its owner; made when it is asked for. */
  readonly handover: () => HandoverPlan | undefined;
  /** The cluster's files as the base has them. */
  readonly ownFiles: () => ReadonlyMap<string, string>;
  /** The problems that are left once the first step is reconciled. */
  readonly problemsAfterHandover: () => readonly Diagnostic[];
}

export interface BaseComparison {
  /** Those that differ from their base. */
  readonly clusters: readonly ClusterComparison[];
  /** Where there is nothing to compare with, for one cluster or all: why. */
  readonly noBase: Diagnostic | undefined;
  /** What is wrong beside the clusters that are compared. */
  readonly problems: readonly Diagnostic[];
}

export interface CompareOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  /** What git was asked before. */
  readonly answers?: GitAnswers | undefined;
}

/** Compares a plan with the commit that Flux has, cluster by cluster. Reads only; of the disk, files of others alone. */
export const compareWithBase = (app: DeclaredApp, plan: AppPlan, options: CompareOptions): BaseComparison => {
  let git: Git;
  try {
    git = new Git(options.folder, options.answers);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { clusters: [], noBase: withoutBase(notRead(error)), problems: [] };
  }
  const trees = new Map<string, BaseTree | NoBase>();
  const treeOf = (follows: string): BaseTree | NoBase => {
    const known = trees.get(follows);
    if (known !== undefined) return known;
    const base = findBase(git, follows, options.base);
    const tree = 'cause' in base ? base : new BaseTree(git, base, app);
    trees.set(follows, tree);
    return tree;
  };
  const root = join(options.folder, app.root);
  const clusters: ClusterComparison[] = [];
  const problems: Diagnostic[] = [];
  let missing: NoBase | undefined;
  /** What the clone does not hold cannot be compared, and is no fault of the app. */
  const attempt = (compare: () => void): void => {
    try {
      compare();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      missing ??= notRead(error);
    }
  };
  for (const compiled of plan.compiled) {
    const { cluster } = compiled;
    const one = plan.clusters.find((candidate) => candidate.cluster === cluster.name);
    if (one === undefined) continue;
    attempt(() => {
      const tree = treeOf(cluster.base);
      if ('cause' in tree) {
        missing ??= tree;
        return;
      }
      problems.push(...newFileProblems(root, tree, one, () => stateOfPlan(one, compiled)));
      const compared = compareCluster(tree, one, compiled, app, root);
      if ('changes' in compared) clusters.push(compared);
      else problems.push(...compared);
    });
  }
  if (plan.scope.all) {
    attempt(() => {
      const tree = treeOf(app.clusters[0]?.base ?? 'origin/main');
      if ('cause' in tree) missing ??= tree;
      else problems.push(...lostClusters(tree, app));
    });
  }
  return { clusters, noBase: missing === undefined ? undefined : withoutBase(missing), problems };
};

const notRead = ({ message, fix }: GitError): NoBase => ({ cause: message, fix });

const nothing: OwnerChanges = { created: [], changed: [], moved: [], deleted: [], leftBehind: [], replaced: [] };

/** One cluster beside its base; or, where there is nothing to compare, what is wrong all the same. */
const compareCluster = (
  tree: BaseTree,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  app: DeclaredApp,
  root: string,
): ClusterComparison | readonly Diagnostic[] => {
  const { cluster } = compiled;
  const before = readBaseCluster(tree, app, cluster.name, plan, compiled.built.scopeOf);
  if (before === undefined) {
    if (cluster.removals.length === 0) return [];
    return removalProblems(cluster.name, cluster.removals, nothing, stateOfPlan(plan, compiled));
  }
  if (hasErrors(before.problems)) return before.problems;
  const after = stateOfPlan(plan, compiled);
  const changes = compareOwners(before.state, after);
  const contractPath = `contract/${cluster.name}/contract.json`;
  const around = () => [
    ...otherOwnerProblems(tree, before, after, readsTree(app), (path) => staysForeign(root, path)),
    ...checkCreators(cluster.name, tree.read([contractPath]).get(contractPath), plan.contract),
  ];
  const removals = (list: OwnerChanges) => removalProblems(cluster.name, cluster.removals, list, before.state);
  let handover: HandoverPlan | undefined;
  const planned = () => {
    if (changes.moved.length > 0) handover ??= planHandover(tree, before, after, changes);
    return handover;
  };
  return {
    cluster: cluster.name,
    base: tree.base,
    before,
    after,
    changes,
    problems: [...moveProblems(cluster.name, changes, before.state), ...removals(changes), ...around()],
    handover: planned,
    ownFiles: () => tree.read(before.own),
    problemsAfterHandover: () => [...removals(planned()?.next ?? changes), ...around()],
  };
};

/** Whether a file that somebody else wrote is still there, as theirs. */
const staysForeign = (root: string, path: string): boolean => {
  const file = join(root, path);
  return existsSync(file) && readHeader(path, readFileSync(file, 'utf8')) === undefined;
};

const lostClusters = (tree: BaseTree, app: DeclaredApp): readonly Diagnostic[] => {
  const known = new Set(app.clusters.map(({ name }) => name));
  // The clusters that the app has need not be read to see that they are no lost ones.
  return clustersInBase(tree, known).flatMap((cluster) => {
    const before = readBaseCluster(tree, app, cluster, undefined);
    if (before === undefined) return [];
    return hasErrors(before.problems) ? before.problems : lostClusterProblems(cluster, before.state);
  });
};

const withoutBase = ({ cause, fix, isNamed }: NoBase): Diagnostic =>
  diagnose(noBase, {
    ...(isNamed === true ? { severity: 'error' } : {}),
    message: `what Flux has is not known, so owners were not compared: ${cause}`,
    fix: `${fix}; --no-base says that it shall be so`,
  });

/** Whether a comparison has anything to show. */
export const differs = ({ changes }: ClusterComparison): boolean => !isEmpty(changes);
