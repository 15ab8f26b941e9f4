import { posix } from 'node:path';
import { type ReadableTree, withTexts } from '../../base/base-tree.js';
import {
  type ClusterState,
  isFluxKustomization,
  makeState,
  ownerKey,
  ROOT,
  type StateEntry,
} from '../../base/cluster-state.js';
import { keyOf, titleOf } from '../../base/object-id.js';
import { ownerName } from '../../base/owner-name.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';
import type { JsonObject } from '../../json/json-value.js';
import { isOwnInRepository } from '../../tree/own-file.js';
import { compareOwners, type OwnerChanges } from '../compare-owners.js';
import { handoverBlocked } from '../diagnostics.js';
import { openMoves } from '../move-problems.js';
import type { Edit } from '../steps/edit-json.js';
import { chooseAdopted } from './choose-adopted.js';
import { editYaml, isObjectOf } from './edit-yaml.js';
import { filesOfOthers } from './files-of-others.js';
import { type FoundOwner, type HandWrittenCluster, readHandWritten } from './read-hand-written.js';

/** One of the two commits that adopt a cluster's folder that was written by hand. */
export interface Adoption {
  /** `nothing`: no Kustomization there has an object of the plan. */
  readonly step: 'first' | 'second' | 'nothing';
  /** Keys of the Kustomizations that are taken over. */
  readonly adopted: readonly string[];
  /** New text by path from the repository's root: in the first step. */
  readonly edited: ReadonlyMap<string, string>;
  readonly edits: readonly Edit[];
  /** Paths from the repository's root that go with the second step. */
  readonly removed: readonly string[];
  readonly before: ClusterState;
  /** What Flux will do with the second step. */
  readonly changes: OwnerChanges;
  readonly problems: readonly Diagnostic[];
}

interface AdoptionInput {
  /** The whole repository at the base. */
  readonly tree: ReadableTree;
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  readonly cluster: string;
  /** What the plan has. */
  readonly after: ClusterState;
  readonly readsTree: (kustomization: JsonObject) => boolean;
}

/** Plans the step of an adoption that comes next: the first while an old owner still holds what it will lose. */
export const planAdoption = (input: AdoptionInput): Adoption => {
  const { tree, folder, cluster, after, readsTree } = input;
  const found = readHandWritten(tree, folder, readsTree, after);
  const adopted = chooseAdopted(found, after);
  const nothing = { adopted, edited: new Map(), edits: [], removed: [], before: found.state };
  if (found.problems.length > 0 || adopted.length === 0) {
    const changes = compareOwners(found.state, found.state);
    return { ...nothing, step: 'nothing', changes, problems: found.problems };
  }
  const later = withStaying(found, after, adopted, readsTree);
  const changes = compareOwners(found.state, later);
  const edits = findEdits(found, later, changes, adopted);
  const others = filesOfOthers(tree, folder, found, adopted, readsTree);
  if (edits.length === 0) {
    const gone = planRemoved(input, found, adopted, later, others);
    return { ...nothing, step: 'second', changes, removed: gone.paths, problems: gone.problems };
  }
  const { edited, problems } = editFiles(tree, cluster, edits, others);
  if (problems.length > 0) return { ...nothing, step: 'first', edits, changes, problems };
  // What the edits do is seen by building the tree again, with whatever patches lie over them.
  const next = readHandWritten(withTexts(tree, edited), folder, readsTree, after);
  const nextChanges = compareOwners(next.state, later);
  const left = findEdits(next, later, nextChanges, adopted);
  return {
    ...nothing,
    step: 'first',
    edited,
    edits,
    before: next.state,
    changes: nextChanges,
    problems: left.map((edit) => notEffective(cluster, edit)),
  };
};

/** The plan, with what stays beside it. */
const withStaying = (
  found: HandWrittenCluster,
  after: ClusterState,
  adopted: readonly string[],
  readsTree: (kustomization: JsonObject) => boolean,
): ClusterState => {
  const taken = new Set(adopted);
  const own: StateEntry[] = [...after.objects.values()].flatMap(({ holdings }) =>
    holdings.map(({ json, owner, path }) => ({ json, owner, path })),
  );
  const staying: StateEntry[] = [];
  for (const { id, key, holdings } of found.state.objects.values()) {
    if (after.objects.has(key)) continue;
    for (const { json, owner, path } of holdings) {
      const isTaken = taken.has(owner) || (isFluxKustomization(id) && taken.has(ownerKey(id)));
      if (!isTaken) staying.push({ json, owner, path });
    }
  }
  const root = found.state.owners.get(ROOT)!;
  return makeState([...own, ...staying], ({ json }) => readsTree(json), {
    root,
    unseenGroups: after.unseenGroups,
    scopeOf: after.scopeOf,
    protectedKinds: after.protectedKinds,
  });
};

const findEdits = (
  found: HandWrittenCluster,
  later: ClusterState,
  changes: OwnerChanges,
  adopted: readonly string[],
): readonly Edit[] => {
  const edits = new Map<string, Edit>();
  const add = (edit: Edit) => edits.set(`${edit.file}\0${edit.key}`, edit);
  // All that go let go, whether their objects are seen or not: who deletes one by hand later deletes nothing else.
  for (const owner of adopted) {
    const flags = found.state.owners.get(owner);
    const one = found.owners.get(owner);
    if (flags === undefined || one === undefined || later.owners.has(owner)) continue;
    if (flags.prune || flags.deletionPolicy !== 'Orphan') add({ how: 'owner-goes', ...manifestOf(one) });
  }
  for (const move of openMoves(changes)) {
    for (const { owner, path } of move.holding) {
      const one = found.owners.get(owner);
      if (owner === ROOT || one === undefined) add({ how: 'object', file: path, key: move.before.key });
      else if (later.owners.has(owner)) add({ how: 'owner-stays', ...manifestOf(one) });
    }
  }
  return [...edits.values()].sort((a, b) => compareText(a.file, b.file) || compareText(a.key, b.key));
};

const manifestOf = ({ key, file }: FoundOwner): { file: string; key: string } => {
  const at = key.indexOf('/');
  const id = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
  return { file: file ?? '', key: keyOf({ ...id, namespace: key.slice(0, at), name: key.slice(at + 1) }) };
};

const editFiles = (
  tree: ReadableTree,
  cluster: string,
  edits: readonly Edit[],
  others: ReadonlyMap<string, string>,
): { readonly edited: ReadonlyMap<string, string>; readonly problems: readonly Diagnostic[] } => {
  const edited = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const { file, key, how } of edits) {
    const reader = others.get(file);
    const text = edited.get(file) ?? tree.read([file]).get(file);
    const next = text === undefined || reader !== undefined ? undefined : editYaml(text, how, isObjectOf(key));
    if (next !== undefined) edited.set(file, next);
    else problems.push(notEdited(cluster, file, key, reader));
  }
  return { edited, problems };
};

/** The old files: what the adopted ones read, and what describes them. */
const planRemoved = (
  { tree, folder, cluster }: AdoptionInput,
  found: HandWrittenCluster,
  adopted: readonly string[],
  later: ClusterState,
  others: ReadonlyMap<string, string>,
): { readonly paths: readonly string[]; readonly problems: readonly Diagnostic[] } => {
  const paths = new Set<string>();
  const problems: Diagnostic[] = [];
  for (const owner of adopted) for (const path of found.owners.get(owner)?.files ?? []) paths.add(path);
  const stays = new Map<string, string>();
  for (const { id, key, holdings } of found.state.objects.values()) {
    for (const { owner, path } of holdings) {
      if (owner !== ROOT || path === '') continue;
      paths.add(path);
      const isStaying = later.objects.get(key)?.holdings.some((one) => one.path === path) === true;
      if (isStaying) stays.set(path, titleOf(id));
    }
  }
  for (const [path, title] of stays) {
    paths.delete(path);
    const goes = [...found.state.objects.values()].find(
      ({ key, holdings }) =>
        holdings.some((one) => one.path === path && one.owner === ROOT) &&
        later.objects.get(key)?.holdings.some((one) => one.path === path) !== true,
    );
    if (goes !== undefined) problems.push(mixedFile(cluster, path, titleOf(goes.id), title));
  }
  // A kustomization file of the cluster's folder names what was there; without one Flux takes all that is there.
  const list = found.rootFiles.find(
    (path) => posix.dirname(path) === folder && /kustomization\.ya?ml$|\/Kustomization$/.test(path),
  );
  if (list !== undefined) {
    paths.add(list);
    if (stays.size > 0) problems.push(keptList(cluster, list, [...stays.keys()][0]!));
  }
  const texts = tree.read([...paths]);
  const removed = [...paths].filter((path) => {
    const text = texts.get(path);
    return (
      text !== undefined &&
      !others.has(path) &&
      !path.startsWith(`${folder}/flux-system/`) &&
      !isOwnInRepository(path, text)
    );
  });
  return { paths: removed.sort(), problems };
};

const nameIn = (key: string): string => {
  const [kind, , namespace, name] = key.split('\0');
  return kind === 'Kustomization' ? `Kustomization "${ownerName(`${namespace}/${name}`)}"` : `${kind}/${name}`;
};

const notEdited = (cluster: string, file: string, key: string, reader: string | undefined): Diagnostic =>
  diagnose(handoverBlocked, {
    message:
      reader === undefined
        ? `${nameIn(key)} cannot let go: ${file === '' ? 'the one file that describes it was not found' : `"${file}" does not hold it as it is applied`}`
        : `${nameIn(key)} cannot let go: "${file}" is also read by ${reader}`,
    at: { cluster, ...(file === '' ? {} : { file }) },
    fix: `give it a file of its own in the cluster's folder, as a change of its own, then run handover again`,
  });

const notEffective = (cluster: string, edit: Edit): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `${nameIn(edit.key)} still does not let go once "${edit.file}" is edited: a patch over it says otherwise`,
    at: { cluster, file: edit.file },
    fix: 'take spec.prune, spec.deletionPolicy and metadata out of that patch, as a change of its own, then run handover again',
  });

const mixedFile = (cluster: string, path: string, goes: string, stays: string): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `"${path}" holds ${goes}, which is taken over, and ${stays}, which stays`,
    at: { cluster, file: path },
    fix: 'move one of them into a file of its own, as a change of its own, then run handover again',
  });

const keptList = (cluster: string, path: string, stays: string): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `"${path}" must go, so that Flux reads what fluxspan writes beside it, and "${stays}" is named in it and stays`,
    at: { cluster, file: path },
    fix: 'take the kustomization file away as a change of its own: Flux then reads all manifests of the folder',
  });
