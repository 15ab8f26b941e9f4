import { isVersionRange } from './version-range.js';

type Numbers = readonly [number, number, number];

const PART = /^(!=|==|>=|=>|<=|=<|~>|[=<>~^])?\s*v?([\dxX*]+)(?:\.([\dxX*]+))?(?:\.([\dxX*]+))?$/;

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** The first version behind all of which `known` numbers are those of `low`. */
const behind = ([major, minor, patch]: Numbers, known: number): Numbers =>
  known === 0
    ? [Number.POSITIVE_INFINITY, 0, 0]
    : known === 1
      ? [major + 1, 0, 0]
      : known === 2
        ? [major, minor + 1, 0]
        : [major, minor, patch + 1];

/** Whether a part of a range takes a version; true where it isn't sure. */
const takes = (part: string, version: Numbers): boolean => {
  const match = PART.exec(part);
  if (match === null) return true;
  const numbers = match.slice(2, 5);
  const open = numbers.findIndex((one) => one === undefined || !/^\d+$/.test(one));
  const known = open < 0 ? 3 : open;
  const at = (i: number): number => (i < known ? Number(numbers[i]) : 0);
  const low: Numbers = [at(0), at(1), at(2)];
  const from = compare(version, low) >= 0;
  const within = (count: number): boolean => from && compare(version, behind(low, count)) < 0;
  switch (match[1]) {
    case '!=':
      return !within(known);
    case '>=':
    case '=>':
      return from;
    case '>':
      return compare(version, behind(low, known)) >= 0;
    case '<':
      return !from;
    case '<=':
    case '=<':
      return compare(version, behind(low, known)) < 0;
    case '~':
    case '~>':
      return within(Math.min(known, 2));
    case '^': {
      // Up to the next of the first number that isn't 0.
      const first = low.findIndex((one) => one > 0);
      return within(first < 0 ? known : Math.min(known, first + 1));
    }
    default:
      return within(known);
  }
};

/**
 * Whether a range surely leaves a version out; false for what isn't a range of plain versions.
 *
 * @param range as Helm and Flux read it
 * @param version three numbers
 */
export const leavesOut = (range: string, version: string): boolean => {
  const match = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version);
  // A range says of pre-releases by other rules whether it takes them.
  if (match === null || !isVersionRange(range) || /\d-\S/.test(range)) return false;
  const numbers: Numbers = [Number(match[1]), Number(match[2]), Number(match[3])];
  return range
    .replace(/(\S+)\s+-\s+(\S+)/g, '>=$1 <=$2')
    .split('||')
    .every((either) =>
      either
        .replaceAll(/([=><^~!])\s+/g, '$1')
        .trim()
        .split(/\s*,\s*|\s+/)
        .some((part) => !takes(part, numbers)),
    );
};
