import { posix } from 'node:path';
import { type BaseTree, inRepository } from '../../../applied/base-tree.js';
import type { ClusterState } from '../../../applied/cluster-state.js';
import { objectsIn, tryFindKustomizationFile } from '../../../applied/kustomize-files.js';
import { keyOf, type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { BaseCluster } from '../../../applied/read-base.js';
import { type ClusterViews, isUnbuilt } from '../../../applied/view/cluster-views.js';
import type { FluxOwner } from '../../../applied/view/flux-view.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import { tryFindMissingEntry } from '../../../applied/view/missing-entries.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import type { OtherFile } from '../../comparison/new-files.js';
import { notListed, rootNotBuilt } from '../../diagnostics.js';
import type { Move, OwnerChanges } from '../../owners/compare-owners.js';
import { sharedReleaseProblems } from '../../owners/taken-releases.js';
import { hidesObjects } from '../../views/whole-states.js';
import { sharedWithSets } from '../resource-sets/shared-with-set.js';
import { addonsInRoot } from '../root/addons-in-root.js';
import { objectsOfRoot } from '../root/root-name.js';
import { notSeenNotices, type OtherOwnerProblems, secondOwnerProblems, type TakeOver } from './second-owner.js';
import { uncertainOwners } from './uncertain-owner.js';
import { unreachedOwners } from './unreached-owner.js';

/** What is to be said of others' Kustomizations beside the plan. */
export interface ForeignFindings extends OtherOwnerProblems {
  /** Of Kustomizations that would not build any more, or not apply a file of ours. */
  readonly unbuilt: readonly Diagnostic[];
  /** Of what others have that can't work as it stands. */
  readonly faults: readonly Diagnostic[];
}

/** Of a cluster in which fluxspan has written all. */
export const NO_FOREIGN: ForeignFindings = { secondOwners: [], notCompared: [], unbuilt: [], faults: [] };

export interface ForeignInput {
  readonly tree: Pick<BaseTree, 'root'>;
  /** What fluxspan has written. */
  readonly base: BaseCluster;
  /** With all that others have. */
  readonly after: ClusterState;
  readonly plan: ClusterPlan;
  readonly view: ClusterViews;
  readonly others: readonly OtherFile[];
  /** Kustomizations of addons whose folders are read. */
  readonly followed?: ReadonlySet<string>;
  /** The command that adopts the cluster's folder. */
  readonly takeOver: string;
}

export const foreignFindings = (input: ForeignInput): ForeignFindings => {
  const { base, after, plan, view, others, takeOver } = input;
  const { cluster } = base;
  const told = new Set(others.filter(({ isTold }) => isTold).map(({ path }) => path));
  const wasBuilt = ({ key }: FluxOwner) => {
    const owner = view.before.owners.get(key);
    return owner === undefined || !isUnbuilt(owner);
  };
  const nested = [...view.after.owners.values()].filter(({ key }) => key !== view.root.key);
  const broken = [view.root, ...nested].filter((owner) => isUnbuilt(owner) && wasBuilt(owner));
  const flux = new Set(objectsOfRoot(view.after.running).map(keyOf));
  const takeOverOf = (id: ObjectId) => (flux.has(keyOf(id)) ? undefined : takeOver);
  const twins = findTwins(input, told, takeOverOf);
  /** That the root doesn't build is told with its cause. */
  const isRootTold = ({ key }: { readonly key: string }): boolean =>
    key === view.root.key && (twins.length > 0 || told.size > 0);
  const unbuilt = [
    ...broken.filter((owner) => !isRootTold(owner)).map((owner) => doesNotBuild(cluster, view, owner)),
    ...notListedProblems(input),
    ...addonsInRoot(view, plan),
    ...sharedReleaseProblems(cluster, after),
  ];
  const planned = new Set(
    plan.objects.flatMap(({ json }) => {
      const id = tryReadId(json, after.scopeOf);
      return id === undefined ? [] : [keyOf(id)];
    }),
  );
  const look = {
    cluster,
    tree: view.tree,
    isNew: (key: string) => planned.has(key) && !base.state.objects.has(key),
    scopeOf: after.scopeOf,
    isOwn: view.isOwn,
  };
  const sharesNameAlone = (key: string): readonly ObjectId[] | undefined => {
    const { objects = [], notSeen = [] } = view.after.owners.get(key) ?? {};
    const isApart = objects.length > 0 && objects.every(({ id }) => !planned.has(keyOf(id)));
    return isApart && !notSeen.some(hidesObjects) ? objects.map(({ id }) => id) : undefined;
  };
  return {
    secondOwners: [
      ...twins,
      ...secondOwnerProblems(base, after, takeOverOf, told, sharesNameAlone),
      ...sharedWithSets(cluster, after),
    ],
    notCompared: [
      ...uncertainOwners({ ...look, owners: view.after.owners.values() }),
      ...unreachedOwners({
        ...look,
        news: [...planned].filter(look.isNew),
        folder: inRepository(input.tree, plan.layout.folder),
        views: [view.before, view.after],
        takeOver,
      }),
      ...notSeenNotices(
        cluster,
        view.after.notSeen.filter(({ owner, cause, problem }) => {
          // What an addon's own Kustomization reads in another repository is the addon's business.
          if (cause === 'elsewhere' && (isInside(view, owner) || input.followed?.has(owner) === true)) return false;
          const isTold = problem !== undefined || broken.some(({ key }) => key === owner) || isRootTold({ key: owner });
          return cause !== 'unbuilt' || !isTold;
        }),
        after,
      ),
    ],
    unbuilt,
    faults: view.after.problems
      .filter((problem) => !broken.some(({ notSeen }) => notSeen.some((one) => one.problem === problem)))
      .map((problem) => ({ ...problem, at: { cluster, ...problem.at } })),
  };
};

/** Whether an addon makes a Kustomization. */
const isInside = ({ after: { owners } }: ClusterViews, key: string): boolean =>
  owners.get(key)?.parents.some((parent) => !owners.has(parent)) === true;

/** Moves of what fluxspan has written: those that it can hand over by its own files. */
export const ownMoves = ({ moved }: OwnerChanges): readonly Move[] =>
  moved.filter(({ before }) => before.holdings.every(({ isForeign }) => isForeign !== true));

/** Objects that the root would build from a file of ours and from one of others. */
const findTwins = (
  { base, after, plan, view }: ForeignInput,
  told: ReadonlySet<string>,
  takeOver: TakeOver,
): readonly Diagnostic[] => {
  const { cluster } = base;
  const ours = new Map<string, { readonly id: ObjectId; readonly addon: string }>();
  for (const { object, json, path } of plan.objects) {
    const id = plan.layout.isInFolder(path) ? tryReadId(json, after.scopeOf) : undefined;
    if (id !== undefined) ours.set(keyOf(id), { id, addon: object.addon });
  }
  return view.root.files.flatMap((path) => {
    if (view.isOwn(path) || told.has(path) || !/\.ya?ml$/.test(path)) return [];
    return tryObjects(view, path).flatMap((json) => {
      const id = tryReadId(json, after.scopeOf);
      const twin = id === undefined ? undefined : ours.get(keyOf(id));
      if (twin === undefined) return [];
      return [twice(cluster, path, twin, takeOver(twin.id))];
    });
  });
};

const tryObjects = ({ tree }: ClusterViews, path: string): ReturnType<typeof objectsIn> => {
  try {
    return objectsIn(tree, path);
  } catch {
    return [];
  }
};

/** Files of ours that a kustomization file of the cluster's folder leaves out. */
const notListedProblems = ({ tree, base: { cluster }, plan, view }: ForeignInput): readonly Diagnostic[] => {
  const owner = view.root;
  // A root that is gone reads nothing, and that is told by itself.
  if (view.after.running.isGone || owner.folder === undefined) return [];
  const read = new Set(owner.files);
  const folder = inRepository(tree, plan.layout.folder);
  const missing = [...plan.files.keys()]
    .filter((path) => plan.layout.isInFolder(path) && path.endsWith('.yaml'))
    .map((path) => inRepository(tree, path))
    .filter((path) => !read.has(path));
  if (missing.length === 0) return [];
  const list = listAbove(view, folder, owner.folder ?? folder);
  // Without a list the root reads all that is there.
  if (list === undefined) return [];
  const names = missing.map((path) => posix.relative(posix.dirname(list), path));
  const count = missing.length === 1 ? `"${missing[0]}"` : `${missing.length} files of "${folder}"`;
  return [
    diagnose(notListed, {
      message: `"${list}" does not list ${count}, so Flux would never apply ${missing.length === 1 ? 'it' : 'them'}`,
      at: { cluster, file: list },
      notes: ['without a kustomization file in the folder, Flux reads all manifests that are there'],
      fix: `add to its resources:${names.map((name) => `\n  - ${name}`).join('')}`,
      // An adoption adds them.
      ties: { follows: [ties.adoption] },
    }),
  ];
};

/** The kustomization file by which the root comes to a folder. */
const listAbove = ({ tree }: ClusterViews, folder: string, top: string): string | undefined => {
  for (let at = folder; ; at = at.includes('/') ? posix.dirname(at) : '') {
    const found = tryFindKustomizationFile(tree, at);
    if (found !== undefined || at === top || at === '') return found;
  }
};

const twice = (
  cluster: string,
  path: string,
  { id, addon }: { id: ObjectId; addon: string },
  takeOver: ReturnType<TakeOver>,
): Diagnostic =>
  diagnose(rootNotBuilt, {
    message: `${titleOf(id)} is in "${path}", which fluxspan did not write, and addon "${addon}" makes it, too: kustomize refuses the same object twice, and Flux would apply nothing of the cluster any more`,
    at: { cluster, addon, object: titleOf(id), file: path },
    fix:
      takeOver === undefined
        ? "rename the addon: Flux's root needs this name"
        : `rename the addon; or, if it is to take the place of what is there, run ${takeOver}`,
    ties: { causes: [ties.takenName(titleOf(id))] },
  });

const doesNotBuild = (
  cluster: string,
  { before, tree, baseTree, after }: ClusterViews,
  { key, file, folder, notSeen }: FluxOwner,
): Diagnostic => {
  const build = before.owners.has(key) ? 'build any more' : 'build';
  const unbuilt = notSeen.find(({ cause }) => cause === 'unbuilt')!;
  const missing = folder === undefined ? undefined : tryFindMissingEntry(tree, folder);
  if (missing !== undefined) {
    const { list, entry, path } = missing;
    const { line } = lineOfText(tree, list, entry);
    const isGone = baseTree.blobs.has(path) || [...baseTree.blobs.keys()].some((one) => one.startsWith(`${path}/`));
    const what = key === after.root ? 'of the cluster' : 'of it';
    const isFolder = !/\.(?:ya?ml|json)$/.test(path);
    const isAbsent = isFolder ? "isn't there, or is a folder without files, which git doesn't keep" : "isn't there";
    return diagnose(rootNotBuilt, {
      message: `"${list}" lists "${entry}", which ${isGone ? 'the change deletes' : isAbsent}: Kustomization "${ownerName(key)}" would not ${build}, and Flux would apply nothing ${what}`,
      at: { cluster, file: line === undefined ? list : `${list}:${line}` },
      fix: isGone
        ? `take "${entry}" out of "${list}" too, and Flux deletes what it declared; or restore "${path}"`
        : `add "${path}", or take "${entry}" out of "${list}"`,
    });
  }
  return diagnose(rootNotBuilt, {
    message: `Kustomization "${ownerName(key)}" would not ${build}, and Flux would apply nothing of it: ${unbuilt.reason}`,
    at: { cluster, ...(file === undefined ? {} : { file }) },
    fix: `correct ${unbuilt.what} before this is merged`,
  });
};
