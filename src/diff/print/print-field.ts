import { createTwoFilesPatch } from 'diff';
import { withExactIntegers } from '../../preview/exact-integers.js';
import type { FieldChange } from '../compare-fields.js';
import { asShown, differInSecret, isRedacted } from '../redact.js';

/** More of a value hides the next line. */
const LONGEST = 120;
/** Of the lines of a text that differ, and those around them. */
const MOST_LINES = 40;

export interface PrintedField {
  /** `spec.replicas  2 → 3`. */
  readonly line: string;
  /** Of a text of several lines, those that differ, as `diff -u` marks them. */
  readonly lines: readonly string[];
}

export const printField = ({ isText, ...field }: FieldChange): PrintedField => {
  const { line, lines } = printChange(field);
  return { line: isText === true ? `${line} (before substitution)` : line, lines };
};

const printChange = ({ path, from, to, isOrder }: FieldChange): PrintedField => {
  if (isOrder === true) return { line: `${path}  is in another order`, lines: [] };
  if (isRedacted(from) || isRedacted(to)) {
    const what = from === undefined ? 'is added' : to === undefined ? 'is removed' : 'changes';
    return { line: `${path}  ${what} (secret)`, lines: [] };
  }
  if (typeof from === 'string' && typeof to === 'string' && (from.includes('\n') || to.includes('\n'))) {
    return { line: path, lines: linesOf(from, to) };
  }
  if (differInSecret(from, to)) return { line: `${path}  changes (secret)`, lines: [] };
  if (from === undefined) return { line: `${path}  + ${printValue(to)}`, lines: [] };
  if (to === undefined) return { line: `${path}  - ${printValue(from)}`, lines: [] };
  return { line: `${path}  ${printValue(from)} → ${printValue(to)}`, lines: [] };
};

export const printValue = (value: unknown): string => {
  const text = asShown(withExactIntegers(value, (one) => JSON.stringify(one) ?? 'nothing'));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const linesOf = (from: string, to: string): readonly string[] => {
  const patch = createTwoFilesPatch('a', 'b', from, to, undefined, undefined, { context: 1 });
  const lines = patch
    .split('\n')
    .slice(4)
    .filter((line) => line !== '' && !line.startsWith('\\'))
    .map((line) => (line.startsWith('@@') ? '…' : asShown(line)));
  const shown = lines[0] === '…' ? lines.slice(1) : lines;
  return shown.length <= MOST_LINES
    ? shown
    : [...shown.slice(0, MOST_LINES), `… and ${shown.length - MOST_LINES} more lines`];
};
