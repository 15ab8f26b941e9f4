import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BaseTree, inRepository } from '../../applied/base-tree.js';
import { makeState } from '../../applied/cluster-state.js';
import type { Git } from '../../applied/git.js';
import { clustersInBase, readBaseCluster } from '../../applied/read-base.js';
import { type ClusterViews, isUnbuilt, type ViewedCluster } from '../../applied/view/cluster-views.js';
import type { AppLayout } from '../../compile/layout.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, hasErrors, ties } from '../../diagnostics/index.js';
import { compareOwners } from '../owners/compare-owners.js';
import { findLeftOut } from '../removals/left-out.js';
import { findLostRoot } from '../root/lost-root.js';
import { leftOutProblems } from '../rules/removals/left-out-file.js';
import { undeclaredRemovals } from '../rules/removals/removal-not-declared.js';
import { wholeStates } from '../views/whole-states.js';
import { lostClusterProblems } from './lost-cluster.js';

export interface UndeclaredInput {
  readonly git: Git;
  readonly tree: BaseTree;
  readonly app: DeclaredApp;
  readonly layout: AppLayout;
  /** The tree's folder on the disk. */
  readonly root: string;
  readonly follows: string;
  readonly views: (cluster: ViewedCluster) => ClusterViews;
}

/**
 * Refuses what a change destroys in clusters that the base has and the app doesn't declare: someone renamed or dropped
 * them, or another app has them. No code can declare such a loss. synth doesn't write to these clusters, so only
 * changes of the work tree itself count.
 */
export const undeclaredClusterProblems = (input: UndeclaredInput): readonly Diagnostic[] => {
  const { tree, app, layout, root } = input;
  let isChanged: boolean | undefined;
  return clustersInBase(tree, layout, layout.clusters).flatMap((cluster) => {
    const before = readBaseCluster(tree, app, layout, cluster, undefined);
    if (before === undefined) return [];
    const isWhole = before.own.every((path) => !path.endsWith('.yaml') || existsSync(join(root, path)));
    if (!isWhole) return hasErrors(before.problems) ? before.problems : lostClusterProblems(cluster, before.state);
    isChanged ??= changesFiles(input);
    return isChanged ? standingProblems(input, cluster) : [];
  });
};

/** Whether a manifest outside of the declared clusters' folders changes, except Flux's own. Compares git's hashes. */
const changesFiles = ({ git, tree, layout }: UndeclaredInput): boolean => {
  const start = inRepository(tree, '').replace(/\/$/, '');
  const inTree = (path: string) =>
    start === '' ? path : path.startsWith(`${start}/`) ? path.slice(start.length + 1) : undefined;
  const isOurs = (path: string): boolean => {
    const at = inTree(path);
    return at !== undefined && [...layout.clusters.values()].some((one) => one.holds(at));
  };
  return [...git.unlike(tree.base.commit)].some((path) => MANIFEST.test(path) && !isOurs(path));
};

const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)(?:Kustomization|\.sourceignore)$/;

/** Problems of a cluster whose generated files stay the same. */
const standingProblems = (
  { tree, app, layout, follows, views }: UndeclaredInput,
  cluster: string,
): readonly Diagnostic[] => {
  const plan = { cluster, layout: layout.of(cluster), files: new Map<string, string>(), objects: [] };
  const nothing = makeState([], () => true, { protectedKinds: app.protectedKinds });
  const { scopeOf } = nothing;
  const view = views({ plan, scopeOf, follows, own: [], isUndeclared: true });
  // Flux deletes nothing when a build fails.
  if (isUnbuilt(view.root)) return [];
  const lost = findLostRoot({ plan, view, root: tree.root });
  const told =
    lost === undefined ? [] : [{ ...lost, fix: again(cluster, lost.fix), ties: { causes: [ties.lostRoot] } }];
  // The other app compares its own clusters.
  if (app.otherClusters.includes(cluster)) return told;
  const compiled = { app, layout: plan.layout, cluster: { externalObjects: [] } };
  const { before, after } = wholeStates(compiled, { before: nothing, after: nothing }, view);
  const changes = compareOwners(before, after);
  const leftOut = findLeftOut(changes, view);
  const refused = undeclaredRemovals(cluster, [], changes, before, leftOut);
  return [
    ...told,
    ...leftOutProblems(cluster, leftOut.causesOf(refused)),
    ...refused.map((one) => ({ ...one, fix: again(cluster, one.fix) })),
  ];
};

const again = (cluster: string, fix: string | undefined): string =>
  `the app has no cluster "${cluster}" any more: declare it again, new FluxCluster(app, '${cluster}'), until all of it is removed${fix === undefined ? '' : `; ${fix}`}`;
