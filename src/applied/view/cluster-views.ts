import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { AppLayout } from '../../compile/layout.js';
import type { AppSettings } from '../../declared/declared-app.js';
import type { JsonObject } from '../../json/json-value.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { BaseTree, inRepository, pathsOf } from '../base-tree.js';
import { type BuildCache, type FolderBuilder, openFolderBuilder } from '../build/folder-builder.js';
import { isFluxKustomization, ownerKey, ROOT, type StateEntry } from '../cluster-state.js';
import type { Git } from '../git.js';
import { isYaml } from '../is-yaml.js';
import type { ParsedFiles } from '../parsed-files.js';
import { commitTree, type PlannedFiles } from './commit-tree.js';
import type { FluxOwner, FluxView, RepositoryTree } from './flux-view.js';
import { readFluxView, readRootOwner } from './read-view.js';
import type { InsideObject, ViewOptions } from './view-options.js';
import { type WorkingTree, workingTree } from './working-tree.js';

/** What Flux applies to a cluster, and what it would apply after a merge of the work tree and the plan. */
export interface ClusterViews {
  readonly before: FluxView;
  readonly after: FluxView;
  /** The root after the merge. */
  readonly root: FluxOwner;
  /** The files behind `after`. */
  readonly tree: RepositoryTree;
  /** The files behind `before`. */
  readonly baseTree: RepositoryTree;
  /** Whether fluxspan wrote a file of `before`; the path is from the repository's root. */
  readonly wasOwn: (path: string) => boolean;
  /** Whether fluxspan writes a file of `after`. */
  readonly isOwn: (path: string) => boolean;
  /** Converts a path from the repository's root to one from the tree's root. */
  readonly inTree: (path: string) => string;
}

type PlannedCluster = Pick<ClusterPlan, 'cluster' | 'layout' | 'files' | 'objects'>;

export interface ViewedCluster {
  readonly plan: PlannedCluster;
  readonly scopeOf: ScopeOf;
  /** The branch that Flux follows: `origin/main`. */
  readonly follows: string;
  /** Paths of the cluster's own files in the base, from the tree's root. */
  readonly own: readonly string[];
  /** Keys of its Kustomizations whose builds are read, rather than only their files. */
  readonly followed?: ReadonlySet<string>;
  /** The Flux Operator creates the root from a FluxInstance that no file declares. @default false */
  readonly isOperated?: boolean;
  /**
   * The app doesn't declare the cluster: files that fluxspan wrote count as files of others, and stay. @default false
   */
  readonly isUndeclared?: boolean;
  /** What its Kustomizations apply in the base and after the change; paths from the tree's root. */
  readonly inside?: { readonly before: readonly InsideObject[]; readonly after: readonly InsideObject[] };
}

/** Returns a function that reads both views of a cluster. Parses and builds shared files once. */
export const openClusterViews = (
  git: Git,
  app: Pick<AppSettings, 'source'>,
  layout: AppLayout,
  cache: BuildCache | undefined,
): ((tree: BaseTree, cluster: ViewedCluster) => ClusterViews) => {
  const { parsed } = git;
  const builder: FolderBuilder = openFolderBuilder(cache);
  const { fromRoot, inTree, mergedTree } = openTrees(git, layout, parsed);
  return (
    tree,
    { plan, scopeOf, follows, own, followed = new Set(), isOperated = false, isUndeclared = false, inside },
  ) => {
    const planned = plannedFiles(plan, fromRoot);
    const whole = new BaseTree(git, tree.base, layout, true);
    const base = commitTree(whole, parsed, planned);
    const now = mergedTree(whole, plan, planned, isUndeclared);
    for (const one of [base, now]) one.prepare(() => [...one.blobs.keys()]);
    // What the work tree doesn't have.
    base.read(
      [...new Set([...git.unlike(tree.base.commit), ...now.dropped])].filter(
        (path) => isYaml(path) && base.blobs.has(path) && !now.isPlanned(path),
      ),
    );
    const place = { git, app, tree: whole, follows, scopeOf, builder };
    const options = { ...viewOptions(place, fromRoot(plan.layout.folder)), followed };
    const had = new Set(own.map(fromRoot));
    const placed = (objects: readonly InsideObject[] = []) =>
      objects.map((one) => ({ ...one, path: fromRoot(one.path) }));
    const before = readFluxView(base, {
      ...options,
      isOwn: (path) => had.has(path),
      inside: placed(inside?.before),
    });
    const merged = readFluxView(now, {
      ...options,
      isOwn: now.isPlanned,
      running: before.running,
      isOperated,
      inside: placed(inside?.after),
    });
    const root = merged.owners.get(merged.root)!;
    const after = { ...merged, owners: keepUnbuilt(before.owners, merged.owners) };
    const wasOwn = (path: string): boolean => had.has(path);
    return { before, after, root, tree: now, baseTree: base, wasOwn, isOwn: now.isPlanned, inTree };
  };
};

const openTrees = (git: Git, layout: AppLayout, parsed: ParsedFiles) => {
  const root = layout.inRepository;
  const inTree = (path: string): string =>
    root === '' ? path : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : '';
  return {
    fromRoot: (path: string): string => inRepository({ root }, path),
    inTree,
    /** The repository after a merge of the work tree and the plan. */
    mergedTree: (
      whole: Pick<BaseTree, 'folderOf'>,
      plan: PlannedCluster,
      planned: PlannedFiles,
      keepsAll = false,
    ): WorkingTree =>
      git.once(plan, () =>
        workingTree({
          git,
          parsed,
          planned,
          folderOf: (path) => whole.folderOf(path),
          ownFolders: plan.layout.folders.map((path) => inRepository({ root }, path)),
          mayBeOwn: (path) => !keepsAll && plan.layout.holds(inTree(path)),
          isOwn: (path, text) => readOwnHeader(layout, inTree(path), text)?.cluster === plan.cluster,
        }),
      ),
  };
};

/** What only the root builds, after a merge of the work tree and the plan. */
export type ViewedRoot = Pick<ClusterViews, 'root' | 'tree' | 'isOwn'>;

/** Reads only the root, without its children, from the work tree, so that no commit is needed. */
export const readRootOfPlan = (
  git: Git,
  app: Pick<AppSettings, 'source'>,
  layout: AppLayout,
  { plan, scopeOf, follows }: Omit<ViewedCluster, 'own'>,
  cache: BuildCache | undefined,
): ViewedRoot => {
  const { fromRoot, mergedTree } = openTrees(git, layout, git.parsed);
  const whole = pathsOf(layout);
  const now = mergedTree(whole, plan, plannedFiles(plan, fromRoot));
  const place = { git, app, tree: whole, follows, scopeOf, builder: openFolderBuilder(cache) };
  const root = readRootOwner(now, viewOptions(place, fromRoot(plan.layout.folder)));
  return { root, tree: now, isOwn: now.isPlanned };
};

/** Keeps the objects of an owner that no longer builds and of its children, as Flux does. */
const keepUnbuilt = (before: FluxView['owners'], after: FluxView['owners']): FluxView['owners'] => {
  const kept = new Set<string>();
  const owners = new Map(
    [...after].map(([key, owner]) => {
      const old = before.get(key);
      const isKept = old !== undefined && isUnbuilt(owner) && !isUnbuilt(old);
      if (isKept) kept.add(key);
      return [key, isKept ? { ...owner, objects: old.objects, sets: old.sets } : owner];
    }),
  );
  // Parents come before their children.
  for (const [key, owner] of kept.size === 0 ? [] : before) {
    if (owners.has(key) || !owner.parents.some((one) => kept.has(one))) continue;
    owners.set(key, owner);
    kept.add(key);
  }
  return owners;
};

export const isUnbuilt = ({ notSeen }: FluxOwner): boolean => notSeen.some(({ cause }) => cause === 'unbuilt');

interface ReadBy {
  readonly git: Git;
  readonly app: Pick<AppSettings, 'source'>;
  /** The whole repository. */
  readonly tree: Pick<BaseTree, 'sourceRoot'>;
  readonly follows: string;
  readonly scopeOf: ScopeOf;
  readonly builder: FolderBuilder;
}

/** The options to read a cluster of the repository. @param folder its own, from the repository's root */
export const viewOptions = ({ git, app, tree, follows, scopeOf, builder }: ReadBy, folder: string): ViewOptions => ({
  folder,
  source: app.source,
  prefix: tree.sourceRoot,
  repository: { remotes: git.remotes(), branch: follows.slice(follows.indexOf('/') + 1) },
  scopeOf,
  builder,
});

/** The files of a plan, by path from the repository's root. */
export const plannedFiles = (plan: PlannedCluster, fromRoot: (path: string) => string): PlannedFiles => {
  const objects = new Map<string, JsonObject[]>();
  for (const { path, json } of plan.objects) {
    const there = objects.get(path);
    if (there === undefined) objects.set(path, [json]);
    else there.push(json);
  }
  return new Map([...plan.files].map(([path, text]) => [fromRoot(path), { text, objects: objects.get(path) }]));
};

/** The objects of a view, by who wrote their files. The root is {@link ROOT} there, whatever its name is. */
export interface ViewEntries {
  /** What the root makes of fluxspan's files; `undefined` if it doesn't build, so that this isn't known. */
  readonly ours: readonly StateEntry[] | undefined;
  /**
   * Kustomizations among `ours` that read something other than their files say. The entries include what they apply.
   */
  readonly redirected: ReadonlySet<string>;
  /** Whether the root reads one of fluxspan's files. */
  readonly reads: (path: string) => boolean;
  readonly others: readonly StateEntry[];
}

/** @param inTree returns the path of one of fluxspan's files from the tree's root */
export const viewEntries = (
  { root, owners }: FluxView,
  isOwn: ClusterViews['isOwn'],
  inTree: (path: string) => string,
): ViewEntries => {
  const top = owners.get(root)!;
  const applied = top.objects.filter(({ path }) => isOwn(path));
  const isOurs = new Set(applied.filter(({ id }) => isFluxKustomization(id)).map(({ id }) => ownerKey(id)));
  const ours = applied.map(
    ({ json, path }): StateEntry => ({ json, owner: ROOT, path: inTree(path), isSubstituted: true }),
  );
  const redirected = new Set<string>();
  const others: StateEntry[] = [];
  for (const { key, objects } of owners.values()) {
    const isRoot = key === root;
    if (isOurs.has(key)) redirected.add(key);
    for (const { json, path } of objects) {
      if (isRoot && isOwn(path)) continue;
      const isWrittenHere = isOurs.has(key) && (path === '' || isOwn(path));
      const place = isWrittenHere ? { path: path === '' ? '' : inTree(path) } : { path, isForeign: true as const };
      others.push({ json, owner: isRoot ? ROOT : key, ...place, isSubstituted: true });
    }
  }
  const files = new Set(top.files.filter(isOwn).map(inTree));
  return { ours: isKnown(top) ? ours : undefined, redirected, reads: (path) => files.has(path), others };
};

/** Whether the owner was built. */
export const isKnown = ({ notSeen }: FluxOwner): boolean =>
  !notSeen.some(({ cause }) => cause === 'unbuilt' || cause === 'no-kubectl');
