import { BaseTree, inRepository } from '../applied/base-tree.js';
import { type BuildCache, openFolderBuilder } from '../applied/build/folder-builder.js';
import { configMapKey } from '../applied/config-map-key.js';
import { type Base, findBase } from '../applied/find-base.js';
import type { Git } from '../applied/git.js';
import { EMPTY_TREE } from '../applied/git-queries.js';
import { keyOf, tryReadId } from '../applied/object-id.js';
import { clustersInBase } from '../applied/read-base.js';
import { plannedFiles, viewOptions } from '../applied/view/cluster-views.js';
import { commitTree } from '../applied/view/commit-tree.js';
import { editedTree, type TreeEdits } from '../applied/view/edited-tree.js';
import type { FluxObject, FluxView, RepositoryTree } from '../applied/view/flux-view.js';
import { readFluxView } from '../applied/view/read-view.js';
import { type WorkingTree, workingTree } from '../applied/view/working-tree.js';
import { saysHandover } from '../changes/print/print-changes.js';
import type { ScopeOf } from '../compile/kind-scopes.js';
import type { AppLayout } from '../compile/layout.js';
import type { Contract } from '../contract/index.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import type { Result } from '../diagnostics/index.js';
import { tryListPlanned } from '../handover/adopt/list-planned.js';
import type { GivenConfigMap } from '../preview/given-config-maps.js';
import { parseContract } from '../terraform/parse-contract.js';
import { readOwnHeader } from '../tree/own-file.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';

/** One state of the repository: a commit, or the work tree with what synth would write. */
export interface RepositoryState {
  /** In words: `origin/main 2da9113abc`, `the working tree`. */
  readonly label: string;
  /** The clusters that have files of fluxspan. */
  readonly clusters: readonly string[];
  /** The committed contract of a cluster; undefined where there is none. */
  contractOf(cluster: string): Result<Contract> | undefined;
  view(cluster: string, options: ReadOptions): FluxView;
  /** Whether synth would write a file, from the repository's root; of a commit, none. */
  readonly isPlanned: (path: string) => boolean;
  /** Whether the files of a cluster are the first step of a handover between addons. */
  isInHandover(cluster: string): boolean;
}

export interface ReadOptions {
  /** The branch that Flux follows: `origin/main`. */
  readonly follows: string;
  readonly scopeOf: ScopeOf;
  readonly given: readonly GivenConfigMap[];
}

export interface OpenedRepository {
  commit(base: Base): RepositoryState;
  working(plans: readonly ClusterPlan[]): RepositoryState;
  /** The work tree as it is, without what synth would write. */
  onDisk(clusters: readonly string[]): RepositoryState;
  /** @param revision as a person writes it */
  find(revision: string): Base | undefined;
  /** The last commit that both have. */
  mergeBase(a: string, b: string): string | undefined;
  /** What Flux has, as synth finds it. */
  findBase(follows: string): ReturnType<typeof findBase>;
}

/** Reads states of a repository; what is the same in several is parsed and built once. No code of a revision is run. */
export const openRepository = (
  git: Git,
  app: DeclaredApp,
  layout: AppLayout,
  cache: BuildCache | undefined,
): OpenedRepository => {
  const { parsed } = git;
  const builder = openFolderBuilder(cache);
  const start = layout.inRepository === '' ? '' : `${layout.inRepository}/`;
  const fromRoot = (path: string): string => inRepository({ root: layout.inRepository }, path);
  const inTree = (path: string): string => (path.startsWith(start) ? path.slice(start.length) : '');
  const stateOf = (
    whole: BaseTree,
    tree: RepositoryTree,
    label: string,
    clusters: readonly string[],
    isPlanned: RepositoryState['isPlanned'] = () => false,
    listed: (cluster: string, view: FluxView, scopeOf: ScopeOf) => TreeEdits | undefined = () => undefined,
  ): RepositoryState => ({
    isPlanned,
    label,
    clusters,
    contractOf: (cluster) => {
      const path = fromRoot(`${layout.of(cluster).contract}/contract.json`);
      const text = tree.read([path]).get(path);
      return text === undefined ? undefined : parseContract(text, `${path} at ${label}`);
    },
    isInHandover: (cluster) => {
      const path = fromRoot(layout.of(cluster).readme);
      return saysHandover(tree.read([path]).get(path) ?? '');
    },
    view: (cluster, { follows, scopeOf, given }) => {
      const options = {
        ...viewOptions({ git, app, tree: whole, follows, scopeOf, builder }, fromRoot(layout.of(cluster).folder)),
        given: new Map(
          given.flatMap(({ kind, namespace, name, data }) =>
            kind === 'Secret' ? [] : [[configMapKey(namespace, name), data]],
          ),
        ),
      };
      const view = readFluxView(tree, options);
      const edits = listed(cluster, view, scopeOf);
      return edits === undefined ? view : readFluxView(editedTree(tree, edits, parsed), options);
    },
  });
  const commit = (base: Base): RepositoryState => {
    const whole = new BaseTree(git, base, layout, true);
    const tree = commitTree(whole, parsed, new Map());
    tree.prepare(() => [...whole.blobs.keys()].filter((path) => path.startsWith(start)));
    const clusters = clustersInBase(new BaseTree(git, base, layout), layout, new Set());
    return stateOf(whole, tree, labelOf(base), clusters);
  };
  const head = (): BaseTree =>
    new BaseTree(git, { commit: git.tryCommit('HEAD') ?? EMPTY_TREE, revision: 'HEAD' }, layout, true);
  return {
    commit,
    onDisk: (clusters) => {
      const whole = head();
      const folderOf = (path: string) => whole.folderOf(path);
      const none = { ownFolders: [], mayBeOwn: () => false, isOwn: () => false };
      return stateOf(whole, workingTree({ git, parsed, planned: new Map(), folderOf, ...none }), WORKING, clusters);
    },
    working: (plans) => {
      const whole = head();
      const planned = new Map(plans.flatMap((plan) => [...plannedFiles(plan, fromRoot)]));
      const names = new Set(plans.map(({ cluster }) => cluster));
      const tree = workingTree({
        git,
        parsed,
        planned,
        folderOf: (path) => whole.folderOf(path),
        ownFolders: plans.flatMap((plan) => plan.layout.folders.map(fromRoot)),
        mayBeOwn: (path) => plans.some((plan) => plan.layout.holds(inTree(path))),
        isOwn: (path, text) => {
          const cluster = readOwnHeader(layout, inTree(path), text)?.cluster;
          return cluster !== undefined && names.has(cluster);
        },
      });
      tree.prepare(() => [...tree.blobs.keys()].filter((path) => path.startsWith(start)));
      const listed = (name: string, view: FluxView, scopeOf: ScopeOf): TreeEdits | undefined => {
        const plan = plans.find(({ cluster }) => cluster === name);
        return plan === undefined ? undefined : listAdopted(tree, plan, fromRoot, view, scopeOf);
      };
      return stateOf(whole, tree, WORKING, [...names], tree.isPlanned, listed);
    },
    find: (revision) => {
      const found = git.tryCommit(revision);
      return found === undefined ? undefined : { commit: found, revision };
    },
    mergeBase: (a, b) => git.tryMergeBase(a, b),
    findBase: (follows) => findBase(git, follows, undefined),
  };
};

/**
 * What an adoption's second step writes into the kustomization.yaml that lists what the root reads: without it, the root
 * doesn't come to the plan's files. Where the plan takes nothing over, no step adds them.
 */
const listAdopted = (
  tree: WorkingTree,
  plan: ClusterPlan,
  fromRoot: (path: string) => string,
  { root, owners }: FluxView,
  scopeOf: ScopeOf,
): TreeEdits | undefined => {
  const own = new Set(plan.objects.flatMap(({ json }) => tryReadId(json, scopeOf) ?? []).map(keyOf));
  const isTaken = ({ id, path }: FluxObject): boolean => !tree.isPlanned(path) && own.has(keyOf(id));
  if (![...owners.values()].some(({ objects }) => objects.some(isTaken))) return undefined;
  const list = tryListPlanned(tree, {
    folder: fromRoot(plan.layout.folder),
    top: owners.get(root)?.folder,
    planned: plannedFiles(plan, fromRoot),
    text: (path) => tree.read([path]).get(path) ?? '',
  });
  if (list?.edited === undefined || list.missing.length === 0) return undefined;
  return new Map([[list.path, { text: list.edited, objects: undefined }]]);
};

export const WORKING = 'the working tree';

/** A name that says it all needs no hash beside it. */
export const labelOf = ({ revision, commit }: Base): string =>
  commit.startsWith(revision) ? revision.slice(0, 10) : `${revision} (${commit.slice(0, 10)})`;
