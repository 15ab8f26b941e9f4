import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaseTree } from '../base/base-tree.js';
import type { ClusterState } from '../base/cluster-state.js';
import { type Base, findBase, type NoBase } from '../base/find-base.js';
import { Git, type GitAnswers, GitError } from '../base/git.js';
import { type BaseCluster, clustersInBase, readBaseCluster } from '../base/read-base.js';
import { readsTree, stateOfPlan } from '../base/state-of-plan.js';
import type { RunSchemas } from '../check/find-schemas.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { AppSettings, DeclaredApp } from '../compile/declared-app.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import { readOwnHeader } from '../tree/own-file.js';
import type { AppPlan } from '../tree/plan-app.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import type { ClusterFindings } from './cluster-findings.js';
import { compareOwners, isEmpty, type OwnerChanges } from './compare-owners.js';
import { unmatchedDeclarations } from './match-declared.js';
import { moveProblems } from './move-problems.js';
import { movedTreeProblem, tryFindMovedTree } from './moved-tree.js';
import { checkCreators } from './namespace-creators.js';
import { newFileProblems } from './new-file-problems.js';
import { otherOwnerProblems } from './other-owner-problems.js';
import { danglingReferences } from './removals/dangling-references.js';
import { lostClusterProblems, removalProblems } from './removals/removal-problems.js';
import { replacementProblems } from './replacement/replacement-problems.js';
import { type HandoverPlan, planHandover } from './steps/plan-handover.js';
import { unseenChanges } from './unseen-changes.js';
import { compareUpdates } from './updates/compare-updates.js';
import { updateProblems } from './updates/update-problems.js';

/** One cluster, compared with what Flux has of it. */
export interface ClusterComparison {
  readonly cluster: string;
  readonly base: Base;
  readonly before: BaseCluster;
  readonly after: ClusterState;
  readonly changes: OwnerChanges;
  /** Changes of owner and removals that must not be, and what else is to be said. */
  readonly findings: ClusterFindings;
  /** The first step, where an object changes its owner; made when it is asked for. */
  readonly handover: () => HandoverPlan | undefined;
  /** The cluster's files as the base has them. */
  readonly ownFiles: () => ReadonlyMap<string, string>;
  /** The findings that are left once the first step is reconciled. */
  readonly findingsAfterHandover: () => ClusterFindings;
}

export interface BaseComparison {
  /** Those that differ from their base. */
  readonly clusters: readonly ClusterComparison[];
  /** Where there is nothing to compare with, for one cluster or all: why. */
  readonly noBase: NoBase | undefined;
  /** What is wrong beside the clusters that are compared. */
  readonly problems: readonly Diagnostic[];
  /** Of files that are not merged yet and hold objects of the plan. */
  readonly secondOwners: readonly Diagnostic[];
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
    return { clusters: [], noBase: notRead(error), problems: [], secondOwners: [] };
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
  const secondOwners: Diagnostic[] = [];
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
      const found = newFileProblems(root, tree, app.root, one, () => stateOfPlan(one, compiled));
      problems.push(...found.unbuilt);
      secondOwners.push(...found.secondOwners);
      const place: TreeInBase = { tree, app, root };
      const compared = compareCluster(place, one, compiled, plan.schemas);
      const moved =
        'changes' in compared && compared.before.own.length === 0
          ? tryFindMovedTree(git, tree.base, app, cluster.name)
          : undefined;
      if (moved === undefined) {
        if ('changes' in compared) clusters.push(compared);
        else problems.push(...compared);
        return;
      }
      const before = compareCluster({ ...moved, isMoved: true }, one, compiled, plan.schemas);
      if ('changes' in before) clusters.push(before);
      else problems.push(...before);
      const hasMoves = 'changes' in before && before.findings.openMoves.length > 0;
      problems.push(movedTreeProblem(moved, app, cluster.name, hasMoves));
    });
  }
  if (plan.scope.all) {
    attempt(() => {
      const tree = treeOf(app.clusters[0]?.base ?? 'origin/main');
      if ('cause' in tree) missing ??= tree;
      else problems.push(...lostClusters(tree, app, root));
    });
  }
  return { clusters, noBase: missing, problems, secondOwners };
};

const notRead = ({ message, fix }: GitError): NoBase => ({ cause: message, fix });

/** Where the base has a cluster, with the settings that its files were written with. */
interface TreeInBase {
  readonly tree: BaseTree;
  readonly app: AppSettings;
  /** The tree's folder on the disk. */
  readonly root: string;
  /** It is written elsewhere now, so that no step of a handover can stand there. */
  readonly isMoved?: true;
}

/** One cluster beside its base; or, where there is nothing to compare, what is wrong all the same. */
const compareCluster = (
  { tree, app, root, isMoved }: TreeInBase,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  schemas: RunSchemas,
): ClusterComparison | readonly Diagnostic[] => {
  const { cluster } = compiled;
  const before = readBaseCluster(tree, app, cluster.name, plan, compiled.built.scopeOf);
  if (before === undefined) {
    return [
      ...unmatchedDeclarations(cluster.name, 'removal', cluster.removals, [], []),
      ...unmatchedDeclarations(cluster.name, 'replacement', cluster.replacements, [], []),
    ];
  }
  if (hasErrors(before.problems)) return before.problems;
  const after = stateOfPlan(plan, compiled);
  const updates = compareUpdates(before.state, after, compiled, schemas);
  const changes = compareOwners(before.state, after, updates);
  const contractPath = `contract/${cluster.name}/contract.json`;
  const findingsOf = (list: OwnerChanges, openMoves: readonly Diagnostic[]): ClusterFindings => ({
    openMoves,
    removals: removalProblems(cluster.name, cluster.removals, list, before.state),
    replacements: replacementProblems(cluster.name, cluster.replacements, list),
    updates: [
      ...updateProblems(cluster.name, updates, before.state),
      ...unseenChanges(cluster.name, before.state, after),
    ],
    dangling: danglingReferences(compiled, list, before.state, schemas),
    ...otherOwnerProblems(tree, before, after, readsTree(app), (path) => staysForeign(root, app.root, path)),
    creators: checkCreators(cluster.name, tree.read([contractPath]).get(contractPath), plan.contract),
  });
  let handover: HandoverPlan | undefined;
  const planned = () => {
    if (changes.moved.length > 0 && isMoved !== true)
      handover ??= planHandover(tree, app.root, before, after, changes, updates);
    return handover;
  };
  return {
    cluster: cluster.name,
    base: tree.base,
    before,
    after,
    changes,
    findings: findingsOf(changes, moveProblems(cluster.name, changes, before.state)),
    handover: planned,
    ownFiles: () => tree.read(before.own),
    findingsAfterHandover: () => findingsOf(planned()?.next ?? changes, []),
  };
};

/** Whether a file that somebody else wrote is still there, as theirs. */
const staysForeign = (root: string, folder: string, path: string): boolean => {
  const file = join(root, path);
  return existsSync(file) && readOwnHeader(folder, path, readFileSync(file, 'utf8')) === undefined;
};

/** Clusters that the app doesn't declare, and that files are missing of: synth itself removes none of those. */
const lostClusters = (tree: BaseTree, app: DeclaredApp, root: string): readonly Diagnostic[] => {
  const known = new Set(app.clusters.map(({ name }) => name));
  // The clusters that the app has need not be read to see that they are no lost ones.
  return clustersInBase(tree, app, known).flatMap((cluster) => {
    const before = readBaseCluster(tree, app, cluster, undefined);
    if (before === undefined || before.own.every((path) => !path.endsWith('.yaml') || existsSync(join(root, path))))
      return [];
    return hasErrors(before.problems) ? before.problems : lostClusterProblems(cluster, before.state);
  });
};

/** Whether a comparison has anything to show. */
export const differs = ({ changes }: ClusterComparison): boolean => !isEmpty(changes);
