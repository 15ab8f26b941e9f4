import { type ClusterState, ROOT } from '../../applied/cluster-state.js';
import { keyOf } from '../../applied/object-id.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import { openMoves } from '../../changes/model/owner-changes.js';
import type { AdoptionReader } from './adoption-reader.js';
import type { Taken } from './choose-taken.js';
import { type EditPlace, editByPatch, editInFile, type ObjectEdit } from './object-edit.js';
import { WorkFiles } from './work-files.js';

/** The edits of the first step that remain. */
export const openEdits = (
  view: FluxView,
  before: ClusterState,
  later: ClusterState,
  changes: OwnerChanges,
  { owners }: Taken,
): readonly ObjectEdit[] => {
  const edits = new Map<string, ObjectEdit>();
  const add = (owner: string, key: string, how: ObjectEdit['how']): void => {
    const one = view.owners.get(owner === ROOT ? view.root : owner);
    const object = one?.objects.find(({ id }) => keyOf(id) === key);
    if (one !== undefined && object !== undefined) edits.set(`${one.key}\0${key}\0${how}`, { owner: one, object, how });
  };
  const addOwner = (key: string, how: ObjectEdit['how']): void => {
    for (const parent of view.owners.get(key)?.parents ?? []) add(parent, ownerObjectKey(key), how);
  };
  // Every Kustomization that goes gives up its objects, even if it has none: a later deletion by hand then deletes
  // nothing else.
  for (const { owner, goes } of owners.values()) {
    const flags = before.owners.get(owner.key);
    if (goes && flags !== undefined && (flags.prune || flags.deletionPolicy !== 'Orphan'))
      addOwner(owner.key, 'owner-goes');
  }
  for (const move of openMoves(changes)) {
    for (const { owner, isForeign } of move.holding) {
      if (isForeign !== true || owners.get(owner)?.goes === true) continue;
      // A Kustomization that keeps its name becomes fluxspan's, so everything that it applies is marked.
      if (owner !== ROOT && owners.get(owner)?.isReplaced === true && later.owners.has(owner))
        addOwner(owner, 'owner-stays');
      else add(owner, move.before.key, 'object');
    }
  }
  return [...edits.values()];
};

export interface LetGo {
  readonly files: WorkFiles;
  /** Edits that aren't possible, and why. */
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly edit: ObjectEdit;
  readonly why: string;
  /** The fix. @default - a copy of the file for this cluster */
  readonly way?: string;
}

/**
 * Makes the edits of the first step, each in the object's own file, or else as a patch of the Kustomization that
 * applies it. Builds the tree again to see the result under all patches.
 *
 * @param open returns the edits that remain in a view of the edited tree
 */
export const letGo = (
  reader: AdoptionReader,
  readers: ReadonlyMap<string, string>,
  edits: readonly ObjectEdit[],
  open: (view: FluxView) => readonly ObjectEdit[],
): LetGo => {
  const byPatch = new Map<string, string>();
  const patched = new Set<string>();
  for (;;) {
    const place: EditPlace = { files: new WorkFiles(reader.tree), readers };
    const refused: Refused[] = [];
    for (const edit of edits) {
      const before = byPatch.get(nameOf(edit));
      const inFile = before ?? editInFile(place, edit);
      if (inFile === undefined) continue;
      const why = editByPatch(place, edit);
      if (why === undefined) byPatch.set(nameOf(edit), inFile);
      else refused.push({ edit, why: inFile, ...(patched.has(nameOf(edit)) ? wayOf(edit, why) : {}) });
    }
    if (refused.length > 0) return { files: place.files, refused };
    const left = open(reader.view(place.files.edits));
    const next = left.filter((edit) => !byPatch.has(nameOf(edit)));
    if (next.length === 0) {
      const why = `a patch over "${left[0]?.object.path}" overrides it`;
      return { files: place.files, refused: left.map((edit) => ({ edit, why })) };
    }
    for (const edit of next) {
      patched.add(nameOf(edit));
      byPatch.set(nameOf(edit), `a patch over "${edit.object.path}" overrides it`);
    }
  }
};

/** The patch would also change a copy of the file. */
const wayOf = ({ object }: ObjectEdit, why: string): Pick<Refused, 'way'> => ({
  way: `let that patch leave ${object.id.name} alone, by the labels or names of its target (another patch after it can't be written: ${why})`,
});

const nameOf = ({ owner, object, how }: ObjectEdit): string => `${owner.key}\0${keyOf(object.id)}\0${how}`;
