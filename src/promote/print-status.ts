import { parseImage } from '../versions/image-reference.js';
import type { Hold } from '../versions/parse-rings.js';
import { wordOf } from '../versions/parse-versions.js';
import type { EntryStatus, RingStatus } from './rollout-status.js';

/** The status as a table, with a line for each hold below it. */
export const printStatus = (entries: readonly EntryStatus[], rings: readonly string[], today: string): string => {
  const rows = [
    ['', ...rings],
    ...entries.flatMap(({ list, name, rings: all }) => {
      const shortened = shortener(list, all);
      return [
        [name, ...all.map((one) => valueText(one, shortened, today))],
        ['', ...all.map(({ since }) => (since === undefined ? '' : `${since.date} ${since.commit}`))],
      ];
    }),
  ].filter((row) => row.some((cell) => cell !== ''));
  const widths = ['', ...rings].map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const holds = entries.flatMap(({ list, name, rings: all }) =>
    all.flatMap(({ ring, hold }) =>
      hold === undefined
        ? []
        : [
            `${ring} ${isOver(hold, today) ? "didn't" : "doesn't"} get ${wordOf(list)} "${name}" until ${hold.until}${isOver(hold, today) ? ' (over)' : ''}, by ${hold.by}: ${hold.reason}`,
          ],
    ),
  );
  return [...table, ...(holds.length === 0 ? [] : ['', ...holds]), '', LEGEND].join('\n');
};

const LEGEND = '← the ring before has another value; ↑ newer than the ring before; ! held back';

const isOver = ({ until }: Hold, today: string): boolean => until < today;

/** Leaves out the repository of an image, where all rings have the same one. */
const shortener = (list: EntryStatus['list'], rings: readonly RingStatus[]): ((value: string) => string) => {
  const repositories = new Set(rings.flatMap(({ value }) => (value === undefined ? [] : [parseImage(value)?.name])));
  const [name] = repositories;
  if (list !== 'images' || repositories.size !== 1 || name === undefined) return (value) => value;
  return (value) => value.slice(name.length).replace(/^[:@]/, '');
};

const valueText = (
  { value, behind, ahead, hold }: RingStatus,
  shortened: (value: string) => string,
  today: string,
): string =>
  `${value === undefined ? '-' : shortened(value)}${behind ? ' ←' : ''}${ahead ? ' ↑' : ''}${hold === undefined || isOver(hold, today) ? '' : ' !'}`;
