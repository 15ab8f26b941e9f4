import type { Mark, ObjectDiff } from '../compare-states.js';

const HAPPENS: readonly (readonly [Mark, string])[] = [
  ['+', 'to create'],
  ['~', 'to change'],
  ['→', 'with a new owner'],
  ['±', 'to replace'],
  ['-', 'to delete'],
  ['○', 'left behind'],
];

/** `2 to create, 1 to change`. @param beside the names of two clusters that are compared */
export const countDiffs = (
  objects: readonly ObjectDiff[],
  beside?: { readonly from: string; readonly to: string },
): string =>
  HAPPENS.flatMap(([mark, words]) => {
    const count = objects.filter((one) => one.mark === mark).length;
    return count === 0 ? [] : `${count} ${beside === undefined ? words : besideWords(mark, beside)}`;
  }).join(', ');

const besideWords = (mark: Mark, { from, to }: { readonly from: string; readonly to: string }): string =>
  mark === '+' ? `only in ${to}` : mark === '-' ? `only in ${from}` : mark === '→' ? 'with another owner' : 'different';
