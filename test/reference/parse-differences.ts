import type { Difference } from './compare-objects.js';

/** A row of `docs/differences.md`: what may differ, and why. */
export interface AllowedDifference {
  /** In both, `*` stands for any text. */
  readonly object: string;
  readonly path: string;
  readonly reason: string;
  /** Of the row in the page, from 1. */
  readonly line: number;
}

const ROW = /^\| `([^`]+)` +\| `([^`]+)` +\| (.*\S) +\|$/;
const HEAD = /^\| object +\| path +\| reason +\|$|^[| -]+$/;

/**
 * Reads the tables of the page.
 *
 * @throws for a line of a table that is not a row, since it would allow nothing and nobody would see
 */
export const parseDifferences = (page: string): readonly AllowedDifference[] =>
  page.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || HEAD.test(text)) return [];
    const [, object, path, reason] = ROW.exec(text) ?? [];
    if (object === undefined || path === undefined || reason === undefined) {
      throw new Error(`docs/differences.md:${index + 1} is not a row \`object\` | \`path\` | reason: ${text}`);
    }
    return [{ object, path, reason, line: index + 1 }];
  });

const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

export const allows = (row: AllowedDifference, difference: Difference): boolean =>
  fits(row.object, difference.object) && fits(row.path, difference.path);
