import type { BaseTree } from '../../applied/base-tree.js';
import {
  type ClusterState,
  entryOf,
  isFluxKustomization,
  isWritten,
  makeState,
  ownerKey,
  PRUNE_MARK,
  ROOT,
  rootOwner,
  type StateEntry,
} from '../../applied/cluster-state.js';
import { openCopied } from '../../applied/copied-objects.js';
import { printMarks } from '../../applied/handover-marks.js';
import { keyOf, titleOfKey, tryReadId } from '../../applied/object-id.js';
import { ownerObjectKey, tryFindOwnerObject } from '../../applied/owner-object.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import { compareOwners } from '../../changes/owners/compare-owners.js';
import { printHandoverSection } from '../../changes/print/print-changes.js';
import type { RefusedUpdates } from '../../changes/updates/refused-update.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { AppLayout } from '../../compile/layout.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';
import type { JsonObject } from '../../json/json-value.js';
import { copyPatch, copyRecordsIn, recordPathOf } from '../../tree/copied-files.js';
import { readHeader, withHeader } from '../../tree/header.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { printYaml } from '../../yaml/print-yaml.js';
import { type Edit, editJson } from './edit-json.js';
import { partOfChanges } from './part-of-changes.js';
import { treeInHandover, withSection } from './tree-in-handover.js';

/** The first of the two commits, for one cluster. */
export interface HandoverPlan {
  /** What the tree should be, by path from the tree's root: what the second commit changes is as in the base. */
  readonly files: ReadonlyMap<string, string>;
  /** Empty if every old owner has already given up its objects in the base. */
  readonly edits: readonly Edit[];
  /** The files that have the marks of the edits. */
  readonly marked: readonly string[];
  /** The addons that give or take objects. */
  readonly addons: readonly string[];
  /** What Flux will do with both commits, once the first one is reconciled. */
  readonly next: OwnerChanges;
  readonly problems: readonly Diagnostic[];
}

/**
 * Plans edits of the current tree in which every old owner gives up what it will lose. A Kustomization that goes gets its
 * own settings; for one that stays, only the objects that move are marked, so that it still deletes what it should. What
 * has nothing to do with the handover is as in the plan.
 *
 * @param layout the paths of the files
 */
export const planHandover = (
  tree: Pick<BaseTree, 'read'>,
  layout: AppLayout,
  base: BaseCluster,
  after: ClusterState,
  changes: OwnerChanges,
  plan: ClusterPlan,
  updates?: RefusedUpdates,
): HandoverPlan => {
  const files = new Map(tree.read(base.own));
  const edits = findEdits(base, after, changes);
  const before = edits.length === 0 ? base.state : applyEdits(base.state, edits);
  const next = edits.length === 0 ? changes : compareOwners(before, after, updates);
  const edited = editedTexts(layout, files, edits, base.state.scopeOf);
  for (const [path, text] of edited) files.set(path, text);
  const places = new Set(edits.map(({ file, key }) => `${file}\0${key}`));
  const moves = next.moved.filter(({ before: object }) =>
    object.holdings.some(
      ({ path, owner, writtenKey = object.key }) =>
        places.has(`${path}\0${writtenKey}`) || places.has(placeOf(manifestOf(before, owner))),
    ),
  );
  const inHandover = treeInHandover({
    layout,
    plan,
    base: files,
    before,
    after,
    moves,
    allMoves: next.moved,
    marked: filesOf(edits),
  });
  const waiting = partOfChanges(next, (path) => files.get(path) === inHandover.files.get(path));
  const section = moves.length === 0 ? undefined : printHandoverSection(waiting, base.state);
  return {
    files: withSection(layout, plan, inHandover.files, section),
    edits,
    marked: [...edited.keys()],
    addons: inHandover.addons,
    next,
    problems: inHandover.problems,
  };
};

const filesOf = (edits: readonly Edit[]): readonly string[] => [...new Set(edits.map(({ file }) => file))];

const placeOf = (found: { readonly file: string; readonly key: string } | undefined): string =>
  found === undefined ? '' : `${found.file}\0${found.key}`;

/** The text of each file with its edits. */
export const editedTexts = (
  layout: AppLayout,
  files: ReadonlyMap<string, string>,
  edits: readonly Edit[],
  scopeOf: ScopeOf,
): ReadonlyMap<string, string> => {
  const byFile = new Map<string, Edit[]>();
  for (const edit of edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  return new Map(
    [...byFile].map(([path, list]) => {
      const text = files.get(path)!;
      const beside = recordPathOf(path);
      return readHeader(path, text) !== undefined || !files.has(beside)
        ? [path, editFile(layout, path, text, list, scopeOf)]
        : [beside, editBeside(layout, beside, files.get(beside)!, text, list, scopeOf)];
    }),
  );
};

const findEdits = (
  { state: before, marked }: Pick<BaseCluster, 'state' | 'marked'>,
  after: ClusterState,
  changes: OwnerChanges,
): readonly Edit[] => {
  const edits = new Map<string, Edit>();
  // A version that named no objects has marked these files.
  const unnamed = new Set(marked.flatMap(({ path, titles }) => (titles.length === 0 ? [path] : [])));
  for (const move of changes.moved) {
    const losing = move.before.holdings.filter(({ owner }) => move.from.includes(owner));
    for (const holding of unnamed.size === 0 ? move.holding : losing) {
      // fluxspan doesn't edit files of others here.
      if (holding.isForeign === true) continue;
      const goes = holding.owner !== ROOT && !after.owners.has(holding.owner);
      const manifest = goes ? manifestOf(before, holding.owner) : undefined;
      const edit: Edit =
        manifest === undefined
          ? { how: 'object', file: holding.path, key: holding.writtenKey ?? move.before.key }
          : { how: 'owner-goes', ...manifest };
      const isAgain = unnamed.has(edit.file) || unnamed.has(recordPathOf(edit.file));
      if (move.holding.includes(holding) || isAgain) edits.set(`${edit.file}\0${edit.key}`, edit);
    }
  }
  return [...edits.values()].sort((a, b) => compareText(a.file, b.file) || compareText(a.key, b.key));
};

/** The file that declares the object of an owner. */
export const manifestOf = (state: ClusterState, owner: string): { file: string; key: string } | undefined => {
  const object = tryFindOwnerObject(state, owner);
  return object === undefined || !isFluxKustomization(object.id)
    ? undefined
    : { file: object.holdings[0].path, key: ownerObjectKey(owner) };
};

/** The state after Flux has reconciled the edits. */
const applyEdits = (state: ClusterState, edits: readonly Edit[]): ClusterState => {
  const wanted = new Map(edits.map((edit) => [`${edit.file}\0${edit.key}`, edit]));
  const entries: StateEntry[] = [];
  for (const { key, holdings } of state.objects.values()) {
    for (const holding of holdings.filter(isWritten)) {
      const entry = entryOf(holding);
      const { json, path, writtenKey = key } = entry;
      const edit = wanted.get(`${path}\0${writtenKey}`);
      entries.push({ ...entry, json: edit === undefined ? json : editJson(json, edit.how) });
    }
  }
  const seen = new Map([...state.owners].map(([key, owner]) => [key, owner.seen]));
  return makeState(entries, ({ json }) => seen.get(ownerKey(tryReadId(json)!)) ?? true, {
    root: state.owners.get(ROOT) ?? rootOwner,
    rootKey: state.rootKey ?? ROOT,
    scopeOf: state.scopeOf,
    protectedKinds: state.protectedKinds,
  });
};

const marksOf = (edits: readonly Edit[]): string => printMarks(edits.map(({ key }) => titleOfKey(key)));

/**
 * Edits the kustomization file next to a file that is copied byte for byte: a patch there marks the object.
 *
 * @param copied the text of the copied file
 */
const editBeside = (
  layout: AppLayout,
  path: string,
  text: string,
  copied: string,
  edits: readonly Edit[],
  scopeOf: ScopeOf,
): string => {
  const header = readOwnHeader(layout, path, text);
  if (header === undefined) throw new TypeError(`"${path}" is not a file of fluxspan`);
  const [json = {}] = parseObjects(text);
  const patchedOf = openCopied(json);
  const patches = parseObjects(copied).flatMap((one) => {
    const patched = patchedOf(one);
    const id = tryReadId(patched, scopeOf);
    if (id === undefined || edits.every(({ key }) => key !== keyOf(id))) return [];
    // By then, other patches have already added annotations.
    const { annotations } = patched['metadata'] as { annotations?: unknown };
    const now = { ...one, metadata: { ...(one['metadata'] as object), annotations } } as JsonObject;
    const additions = { annotations: { [PRUNE_MARK]: 'disabled' }, namespace: undefined };
    return copyPatch(now, additions, id.namespace !== '', printYaml) ?? [];
  });
  const before = Array.isArray(json['patches']) ? json['patches'] : [];
  const body = printYaml({ ...json, patches: [...before, ...patches] });
  return withHeader(layout.inProject(path), marksOf(edits) + copyRecordsIn(text) + body, header);
};

const editFile = (layout: AppLayout, path: string, text: string, edits: readonly Edit[], scopeOf: ScopeOf): string => {
  const header = readOwnHeader(layout, path, text);
  if (header === undefined) throw new TypeError(`"${path}" is not a file of fluxspan`);
  const documents = parseObjects(text).map((json) => {
    const id = tryReadId(json, scopeOf);
    const edit = id === undefined ? undefined : edits.find((one) => one.key === keyOf(id));
    return printYaml(edit === undefined ? json : editJson(json, edit.how));
  });
  return withHeader(layout.inProject(path), marksOf(edits) + documents.join('---\n'), header);
};
