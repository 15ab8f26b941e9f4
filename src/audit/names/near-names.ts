import { isTwin } from '../../rules/references/is-twin.js';

/** Shorter words are in many names. */
const SHORTEST = 4;

/**
 * How near two names are: `twin`, if one is the other misspelt; `alike`, if one of them is the other with a word more, less
 * or shortened. Names that differ in a digit are numbered on purpose.
 */
export const nearness = (a: string, b: string): 'twin' | 'alike' | undefined => {
  if (a === b || digitsOf(a) !== digitsOf(b)) return undefined;
  if (lettersOf(a) === lettersOf(b) || isTwin(a, b) || isTurned(wordsOf(a), wordsOf(b))) return 'twin';
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST) return undefined;
  const [few, many] = [wordsOf(short), wordsOf(long)];
  if (long.startsWith(short) || isWithin(few, many) || isShortened(few, many)) return 'alike';
  return undefined;
};

/** Whether names have half of their words or more in common. */
export const shareWords = (a: string, b: string): boolean => {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared * 2 >= Math.max(left.size, right.size);
};

const digitsOf = (name: string): string => name.replace(/\D/g, '');
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const wordsOf = (name: string): readonly string[] => name.toLowerCase().split(/[^a-z0-9]+/);

/** Whether both have the same words in another order: `tenant-a-sa-dev` and `tenant-a-dev-sa`. */
const isTurned = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.length > 1 && a.toSorted().join(' ') === b.toSorted().join(' ');

/** Whether all words of one name are in the other in their order, and are most of it. */
const isWithin = (few: readonly string[], many: readonly string[]): boolean => {
  if (few.length >= many.length || few.length * 2 < many.length) return false;
  let at = 0;
  for (const word of many) if (word === few[at]) at += 1;
  return at === few.length;
};

/** Whether one word is another form of the other: `prd` and `production`, `artifact` and `artefact`. */
const isShortened = (a: readonly string[], b: readonly string[]): boolean => {
  if (a.length !== b.length || a.length < 2) return false;
  const differ = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at]!] as const]));
  const [one] = differ;
  if (one === undefined || differ.length > 1) return false;
  const [short, long] = one[0].length <= one[1].length ? one : [one[1], one[0]];
  return short.length >= 2 && short[0] === long[0] && isSubsequence(short, long);
};

const isSubsequence = (short: string, long: string): boolean => {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
};
