import { titleOf } from '../../applied/object-id.js';
import type { FluxObject } from '../../applied/view/flux-view.js';

/** How many objects a sentence names; more are counted. */
const NAMED = 3;
/** How many kinds a note lists. */
const LINES = 10;

type Listed = Pick<FluxObject, 'id'>;

/** Objects in a sentence: `A, B and 88 more objects`. */
export const shortList = (objects: readonly Listed[]): string => {
  const titles = objects.map(({ id }) => titleOf(id));
  if (titles.length <= NAMED) return titles.join(', ');
  return `${titles.slice(0, NAMED - 1).join(', ')} and ${titles.length - NAMED + 1} more objects`;
};

/** A line for each kind of the objects, where the sentence doesn't name all of them. */
export const objectNotes = (objects: readonly Listed[]): readonly string[] => {
  if (objects.length <= NAMED) return [];
  const kinds = new Map<string, string[]>();
  for (const { id } of objects) kinds.set(id.kind, [...(kinds.get(id.kind) ?? []), id.name]);
  const lines = [...kinds].map(([kind, names]) =>
    names.length <= NAMED
      ? `${kind}: ${names.join(', ')}`
      : `${kind}: ${names.slice(0, NAMED).join(', ')}, and ${names.length - NAMED} more`,
  );
  return lines.length <= LINES ? lines : [...lines.slice(0, LINES), `and ${lines.length - LINES} more kinds`];
};
