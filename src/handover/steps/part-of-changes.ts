import type { OwnedObject } from '../../applied/cluster-state.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import { recordPathOf } from '../../tree/copied-files.js';

/** The changes of objects all of whose files are chosen. Files of others, and objects in no file, never are. */
export const partOfChanges = (changes: OwnerChanges, isChosen: (path: string) => boolean): OwnerChanges =>
  filterChanges(changes, (objects) => areIn(objects, isChosen));

/** The other changes. */
export const restOfChanges = (changes: OwnerChanges, isChosen: (path: string) => boolean): OwnerChanges =>
  filterChanges(changes, (objects) => !areIn(objects, isChosen));

const areIn = (objects: readonly OwnedObject[], isChosen: (path: string) => boolean): boolean =>
  objects.every(({ holdings }) =>
    holdings.every(
      ({ path, isForeign }) => isForeign !== true && path !== '' && isChosen(path) && isChosen(recordPathOf(path)),
    ),
  );

const filterChanges = (changes: OwnerChanges, has: (objects: readonly OwnedObject[]) => boolean): OwnerChanges => ({
  ...changes,
  created: changes.created.filter((object) => has([object])),
  changed: changes.changed.filter((object) => has([object])),
  renamed: changes.renamed.filter(({ object, after }) => has([object, after])),
  moved: changes.moved.filter(({ before, after }) => has(after === undefined ? [before] : [before, after])),
  deleted: changes.deleted.filter(({ object }) => has([object])),
  leftBehind: changes.leftBehind.filter(({ object }) => has([object])),
  replaced: changes.replaced.filter(({ object, after }) => has([object, after])),
});
