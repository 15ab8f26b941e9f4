import { posix } from 'node:path';
import { BaseTree } from '../../applied/base-tree.js';
import { type BuildCache, openFolderBuilder } from '../../applied/build/folder-builder.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import type { Base } from '../../applied/find-base.js';
import type { Git } from '../../applied/git.js';
import { plannedFiles, viewOptions } from '../../applied/view/cluster-views.js';
import { commitTree, type PlannedFiles } from '../../applied/view/commit-tree.js';
import { editedTree, type TreeEdits } from '../../applied/view/edited-tree.js';
import type { FluxView, RepositoryTree } from '../../applied/view/flux-view.js';
import { objectsInside } from '../../applied/view/objects-inside.js';
import { readFluxView } from '../../applied/view/read-view.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { AppSettings } from '../../declared/declared-app.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { otherClusterFolders } from './other-clusters.js';

/** Reads what Flux applies to a cluster, and what it would apply with changed files. */
export interface AdoptionReader {
  /** The whole repository at the base commit. */
  readonly tree: RepositoryTree;
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** What Flux applies at the base commit. */
  readonly base: FluxView;
  /** The same with some files changed. */
  readonly view: (edits: TreeEdits) => FluxView;
  /** What Flux will apply from files of others after the edits, with the plan's files in place. */
  readonly after: (edits: TreeEdits) => FluxView;
  readonly edited: (edits: TreeEdits) => RepositoryTree;
  /** The files to write, by path from the repository's root. */
  readonly planned: PlannedFiles;
  /** Whether fluxspan wrote a file of the base commit. */
  readonly isOwn: (path: string) => boolean;
  /** Converts a path from the tree's root to one from the repository's root. */
  readonly inRepository: (path: string) => string;
  /** Converts a path from the repository's root to one from the tree's root. */
  readonly inTree: (path: string) => string;
  /** The tree's root, from the repository's. */
  readonly root: string;
  /** Other clusters of the repository, by their folders. */
  readonly others: ReadonlyMap<string, FluxView>;
}

/**
 * @param own paths of the cluster's own files in the base, from the tree's root
 * @param before what fluxspan applies to the cluster now and after the change, through its own Kustomizations
 * @param cache builds of earlier runs
 */
export const openAdoptionReader = (
  git: Git,
  app: Pick<AppSettings, 'source'>,
  base: Base,
  compiled: CompiledCluster,
  plan: ClusterPlan,
  own: readonly string[],
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
  cache: BuildCache | undefined,
): AdoptionReader => {
  const root = compiled.appLayout.inRepository;
  const inRepository = (path: string): string => posix.join(root, path);
  const planned = plannedFiles(plan, inRepository);
  const whole = new BaseTree(git, base, compiled.appLayout, true);
  const { parsed } = git;
  const tree = commitTree(whole, parsed, planned);
  tree.prepare(() => [...tree.blobs.keys()]);
  const builder = openFolderBuilder(cache);
  const place = { git, app, tree: whole, follows: compiled.cluster.base, scopeOf: compiled.built.scopeOf, builder };
  const folder = inRepository(plan.layout.folder);
  const options = viewOptions(place, folder);
  const ours = new Set(own.map(inRepository));
  const edited = (edits: TreeEdits) => editedTree(tree, edits, parsed);
  const isOwn = (path: string): boolean => ours.has(path);
  const placed = (state: ClusterState) => objectsInside(state).map((one) => ({ ...one, path: inRepository(one.path) }));
  const inside = { before: placed(before), after: placed(after) };
  const had = { ...options, isOwn, inside: inside.before };
  const view = readFluxView(tree, had);
  const others = otherClusterFolders(tree, folder, view, options.source).map(
    (other) => [other, readFluxView(tree, viewOptions(place, other))] as const,
  );
  return {
    tree,
    folder,
    base: view,
    view: (edits) => readFluxView(edited(edits), had),
    after: (edits) =>
      readFluxView(edited(edits), { ...options, isOwn: (path) => planned.has(path), inside: inside.after }),
    edited,
    planned,
    isOwn,
    inRepository,
    inTree: (path) => posix.relative(root, path),
    root,
    others: new Map(others),
  };
};
