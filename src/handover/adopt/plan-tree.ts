import type { ClusterState } from '../../applied/cluster-state.js';
import { keyOf, titleOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxObject, FluxView } from '../../applied/view/flux-view.js';
import { ownerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { adoptionWaits, handoverBlocked } from '../diagnostics.js';
import type { AdoptionReader } from './adoption-reader.js';
import { isObjectOfAddon, type Taken } from './choose-taken.js';
import { tryListPlanned } from './list-planned.js';
import { removeMarks } from './object-edit.js';
import { findOldFiles } from './old-files.js';
import { rewriteDependencies } from './rewrite-dependencies.js';
import { objectNotes, shortList } from './short-list.js';
import { ownCopy, takeOut } from './take-out.js';
import { WorkFiles } from './work-files.js';

interface TreeInput {
  readonly reader: AdoptionReader;
  /** Other readers of a file, by path. */
  readonly readers: ReadonlyMap<string, string>;
  readonly cluster: string;
  readonly taken: Taken;
  readonly planned: ClusterState;
}

/** The hand-written files after the second step. */
export interface PlannedTree {
  readonly files: WorkFiles;
  readonly problems: readonly Diagnostic[];
}

/**
 * Plans the edits after which the old owners no longer have the taken objects, and keep all others unchanged. Builds
 * every owner again to verify that.
 */
export const planTree = (input: TreeInput): PlannedTree => {
  const { reader, taken } = input;
  const byPatch = new Set<string>();
  for (;;) {
    const { files, problems } = editTree(input, byPatch);
    if (problems.length > 0) return { files, problems };
    const after = reader.after(new Map([...files.edits, ...reader.planned]));
    const wrong = differences(input, files, after);
    const again = wrong.filter(({ owner }) => taken.owners.has(owner) && !byPatch.has(owner));
    if (wrong.length === 0) return { files, problems: removeOldFiles(input, files, after) };
    if (again.length === 0) return { files, problems: wrong.map((one) => notSeparable(input, one)) };
    for (const { owner } of again) byPatch.add(owner);
  }
};

const editTree = (
  { reader, readers, cluster, taken, planned }: TreeInput,
  byPatch: ReadonlySet<string>,
): { readonly files: WorkFiles; readonly problems: readonly Diagnostic[] } => {
  const files = new WorkFiles(reader.tree);
  const place = { files, readers };
  const problems: Diagnostic[] = [];
  for (const { owner, goes, isReplaced, objects, children } of taken.owners.values()) {
    if (goes || isReplaced) continue;
    removeMarks(place, owner);
    const why = takeOut(reader, place, owner, [...objects, ...children], byPatch.has(owner.key));
    if (why === undefined) continue;
    const way = ownCopy(reader, readers, owner, [...objects, ...children]);
    problems.push(notTaken(cluster, owner.key, [...objects, ...children], { why, way }));
  }
  problems.push(...rewriteDependencies(reader, place, cluster, taken, planned));
  const list = listOwnFiles(reader, files);
  return { files, problems: list === undefined ? problems : [...problems, list(cluster)] };
};

/** Adds the plan's files to the kustomization file through which the root reads them. */
const listOwnFiles = (
  { tree, folder, base, planned }: AdoptionReader,
  files: WorkFiles,
): ((cluster: string) => Diagnostic) | undefined => {
  const top = base.owners.get(base.root)?.folder;
  const list = tryListPlanned(tree, { folder, top, planned, text: (path) => files.text(path) ?? '' });
  if (list === undefined) return undefined;
  const { path, missing, edited } = list;
  if (edited !== undefined) {
    files.set(path, edited);
    return undefined;
  }
  return (cluster) =>
    diagnose(handoverBlocked, {
      message: `"${path}" must list ${missing.join(', ')}, and can't be edited line by line`,
      at: { cluster, file: path },
      fix: 'write its resources as a list with a line for each, as a change of its own; then run handover again',
    });
};

interface Difference {
  readonly owner: string;
  readonly object: FluxObject;
  /** The unwanted change, in words. */
  readonly what: string;
}

/** Unintended changes of the edits. */
const differences = (
  { reader, taken, planned }: TreeInput,
  files: WorkFiles,
  after: FluxView,
): readonly Difference[] => {
  const found: Difference[] = [];
  const edited = files.edited;
  for (const owner of reader.base.owners.values()) {
    const fate = taken.owners.get(owner.key);
    if (fate?.goes === true || fate?.isReplaced === true) continue;
    const later = after.owners.get(owner.key);
    // If the code declares another spec, the plan shows what happens to the objects.
    if (isObjectOfAddon(owner.key, planned) && !equalJson(owner.json['spec'], later?.json['spec'])) continue;
    const gone = new Set([...(fate?.objects ?? []), ...(fate?.children ?? [])].map(({ id }) => keyOf(id)));
    const now = new Map(
      (later?.objects ?? []).filter(({ path }) => !reader.planned.has(path)).map((one) => [keyOf(one.id), one]),
    );
    for (const object of owner.objects) {
      if (reader.isOwn(object.path)) continue;
      const key = keyOf(object.id);
      const next = now.get(key);
      now.delete(key);
      if (gone.has(key)) {
        if (next !== undefined) found.push({ owner: owner.key, object, what: 'would not be taken out' });
      } else if (next === undefined) {
        found.push({ owner: owner.key, object, what: 'would go with it' });
      } else if (!equalJson(object.json, next.json) && !isEdited(object, edited)) {
        found.push({ owner: owner.key, object, what: 'would be changed by it' });
      }
    }
    for (const object of now.values()) found.push({ owner: owner.key, object, what: 'would come with it' });
  }
  return found;
};

/** Whether the edits changed the manifest of a Kustomization: its patches or dependencies. */
const isEdited = ({ id, path }: FluxObject, edited: ReadonlyMap<string, string>): boolean =>
  edited.has(path) && keyOf(id) === ownerObjectKey(ownerKey(id));

const removeOldFiles = (
  { reader, readers, cluster, taken }: TreeInput,
  files: WorkFiles,
  after: FluxView,
): readonly Diagnostic[] => {
  const { removed, kept } = findOldFiles(reader, readers, taken, files, after);
  for (const path of removed) files.delete(path);
  return kept.length === 0
    ? []
    : [
        diagnose(adoptionWaits, {
          message: `${kept.length === 1 ? `"${kept[0]!.path}" stays` : `${kept.length} files stay`}, though nothing applies ${kept.length === 1 ? 'it' : 'them'} any more: ${kept[0]!.why}`,
          at: { cluster, file: kept[0]!.path },
          notes: kept.length === 1 ? [] : [`files: ${kept.map(({ path }) => path).join(', ')}`],
          fix: 'take that part out of the generator and delete them, as a change of its own, once the second step is reconciled',
        }),
      ];
};

const notTaken = (
  cluster: string,
  owner: string,
  objects: readonly FluxObject[],
  { why, way }: { readonly why: string; readonly way: string | undefined },
): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `${shortList(objects)} can't be taken out of Kustomization "${ownerName(owner)}": ${why}`,
    at: { cluster, ...(objects[0]?.path === '' ? {} : { file: objects[0]!.path }) },
    notes: objectNotes(objects),
    fix: `${way ?? 'give this cluster files of its own for them'}, as a change of its own; then run handover again`,
  });

const notSeparable = ({ cluster }: TreeInput, { owner, object, what }: Difference): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `what is taken over can't be told apart from the rest of Kustomization "${ownerName(owner)}": ${titleOf(object.id)} ${what}`,
    at: { cluster, object: titleOf(object.id), ...(object.path === '' ? {} : { file: object.path }) },
    fix: 'give what is taken over files of its own, as a change of its own; then run handover again',
  });
