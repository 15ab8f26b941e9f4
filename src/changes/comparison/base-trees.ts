import { BaseTree } from '../../applied/base-tree.js';
import { findBase, type NoBase } from '../../applied/find-base.js';
import type { FluxFiles } from '../../applied/flux-files.js';
import type { Git } from '../../applied/git.js';
import { readAhead } from '../../applied/read-base.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import type { AppPlan } from '../../tree/plan-app.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { openParents } from '../root/parent-elsewhere.js';
import { openRootLook } from '../root/root-may-matter.js';

/** The tree of the commit that some clusters follow. */
export interface FollowedTree {
  readonly tree: BaseTree;
  /** Whether Flux's root does more with a cluster's files than apply them, or changes itself. */
  readonly rootMatters: (plan: ClusterPlan) => boolean;
}

export interface BaseTreesInput {
  readonly git: Git;
  readonly app: DeclaredApp;
  readonly plan: AppPlan;
  /** The tree's folder on the disk. */
  readonly root: string;
  /** `--base`. */
  readonly revision: string | undefined;
  readonly flux: FluxFiles;
}

/** Opens the trees that branches have. Each is read once for all clusters that follow the branch. */
export const openBaseTrees = ({
  git,
  app,
  plan,
  root,
  revision,
  flux,
}: BaseTreesInput): ((follows: string) => FollowedTree | NoBase) => {
  const trees = new Map<string, FollowedTree | NoBase>();
  const hasParent = openParents(() => git, plan.layout);
  const read = (follows: string): FollowedTree | NoBase => {
    const base = findBase(git, follows, revision);
    if ('cause' in base) return base;
    const tree = new BaseTree(git, base, plan.layout);
    const followers = new Set(plan.compiled.flatMap(({ cluster }) => (cluster.base === follows ? cluster.name : [])));
    const rootMatters = openRootLook(root, tree, app.source, hasParent, flux);
    readAhead(
      tree,
      plan.clusters.filter((one) => followers.has(one.cluster)),
    );
    return { tree, rootMatters };
  };
  return (follows) => {
    const known = trees.get(follows) ?? read(follows);
    trees.set(follows, known);
    return known;
  };
};
