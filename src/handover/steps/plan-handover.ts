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
import { keyOf, tryReadId } from '../../applied/object-id.js';
import { ownerObjectKey, tryFindOwnerObject } from '../../applied/owner-object.js';
import { parseObjects } from '../../applied/parse-objects.js';
import { type BaseCluster, HANDOVER_MARK } from '../../applied/read-base.js';
import { type OwnerChanges, openMoves } from '../../changes/model/owner-changes.js';
import { compareOwners } from '../../changes/owners/compare-owners.js';
import { printHandoverSection, withHandoverSection } from '../../changes/print/print-changes.js';
import type { RefusedUpdates } from '../../changes/updates/refused-update.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { AppLayout } from '../../compile/layout.js';
import { compareText } from '../../json/compare-text.js';
import type { JsonObject } from '../../json/json-value.js';
import { copyPatch, copyRecordsIn, recordPathOf } from '../../tree/copied-files.js';
import { bodyOf, readHeader, withHeader } from '../../tree/header.js';
import { readOwnHeader } from '../../tree/own-file.js';
import { printYaml } from '../../yaml/print-yaml.js';
import { type Edit, editJson } from './edit-json.js';

/** The first of the two commits, for one cluster. */
export interface HandoverPlan {
  /**
   * All own files of the cluster, by path from the tree's root: as in the base, except those in which owners give up
   * objects.
   */
  readonly files: ReadonlyMap<string, string>;
  /** Empty if every old owner has already given up its objects in the base. */
  readonly edits: readonly Edit[];
  /** What Flux will do with the second commit. */
  readonly next: OwnerChanges;
}

/**
 * Plans the current tree with edits in which every old owner gives up what it will lose. A Kustomization that goes gets
 * its own settings; for one that stays, only the objects that move are marked, so that it still deletes what it should.
 * This touches the fewest files, since fluxspan also writes the objects' files.
 *
 * @param layout the paths of the files
 */
export const planHandover = (
  tree: Pick<BaseTree, 'read'>,
  layout: AppLayout,
  base: BaseCluster,
  after: ClusterState,
  changes: OwnerChanges,
  updates?: RefusedUpdates,
): HandoverPlan => {
  const files = new Map(tree.read(base.own));
  const edits = findEdits(base.state, after, changes);
  const before = edits.length === 0 ? base.state : applyEdits(base.state, edits);
  const next = edits.length === 0 ? changes : compareOwners(before, after, updates);
  const byFile = new Map<string, Edit[]>();
  for (const edit of edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  const { scopeOf } = base.state;
  for (const [path, list] of byFile) {
    const text = files.get(path)!;
    const beside = recordPathOf(path);
    if (readHeader(path, text) !== undefined || !files.has(beside))
      files.set(path, editFile(layout, path, text, list, scopeOf));
    else files.set(beside, editBeside(layout, beside, files.get(beside)!, text, list, scopeOf));
  }

  const readme = layout.of(base.cluster).readme;
  const text = files.get(readme);
  const header = text === undefined ? undefined : readHeader(readme, text);
  if (text !== undefined && header !== undefined && next.moved.length > 0) {
    const body = bodyOf(readme, text);
    files.set(
      readme,
      withHeader(layout.inProject(readme), withHandoverSection(body, printHandoverSection(next, base.state)), header),
    );
  }
  return { files, edits, next };
};

const findEdits = (before: ClusterState, after: ClusterState, changes: OwnerChanges): readonly Edit[] => {
  const edits = new Map<string, Edit>();
  for (const move of openMoves(changes)) {
    for (const holding of move.holding) {
      // fluxspan doesn't edit files of others here.
      if (holding.isForeign === true) continue;
      const goes = holding.owner !== ROOT && !after.owners.has(holding.owner);
      const manifest = goes ? manifestOf(before, holding.owner) : undefined;
      const edit: Edit =
        manifest === undefined
          ? { how: 'object', file: holding.path, key: holding.writtenKey ?? move.before.key }
          : { how: 'owner-goes', ...manifest };
      edits.set(`${edit.file}\0${edit.key}`, edit);
    }
  }
  return [...edits.values()].sort((a, b) => compareText(a.file, b.file) || compareText(a.key, b.key));
};

/** The file that declares the object of an owner. */
const manifestOf = (state: ClusterState, owner: string): { file: string; key: string } | undefined => {
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

const note = `# ${HANDOVER_MARK}: the old owner lets go, so that the second commit deletes nothing.\n`;

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
  return withHeader(layout.inProject(path), note + copyRecordsIn(text) + body, header);
};

const editFile = (layout: AppLayout, path: string, text: string, edits: readonly Edit[], scopeOf: ScopeOf): string => {
  const header = readOwnHeader(layout, path, text);
  if (header === undefined) throw new TypeError(`"${path}" is not a file of fluxspan`);
  const documents = parseObjects(text).map((json) => {
    const id = tryReadId(json, scopeOf);
    const edit = id === undefined ? undefined : edits.find((one) => one.key === keyOf(id));
    return printYaml(edit === undefined ? json : editJson(json, edit.how));
  });
  return withHeader(layout.inProject(path), note + documents.join('---\n'), header);
};
