import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';

/** What a cluster has at a path that it doesn't have. */
export const ABSENT = Symbol('absent');

/** A place in which clusters differ. */
export interface Difference {
  /** What stands there in the merged value. */
  readonly token: string;
  readonly path: JsonPath;
  /** The keys of the path; of the items of lists, their names. */
  readonly words: readonly string[];
  /** One for each cluster, or {@link ABSENT}. */
  readonly values: readonly unknown[];
}

export const TOKEN = /fluxspan0option(\d+)x/g;
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^fluxspan0option\d+x$/.test(value);
export const holdsToken = (value: unknown): boolean => /fluxspan0option\d+x/.test(JSON.stringify(value) ?? '');

/** Parts of an object that have no meaning of their own: what differs in them is named by its field. */
const PLAIN: ReadonlySet<string> = new Set(['spec.values', 'spec.chart', 'spec.chart.spec', 'spec.template']);

interface Place {
  readonly path: JsonPath;
  readonly words: readonly string[];
}

/**
 * One value for what several clusters have, with a token in each place where they differ.
 *
 * @param differences gets those places
 */
export const mergeValues = (
  values: readonly unknown[],
  differences: Difference[],
  { path, words }: Place = { path: [], words: [] },
): unknown => {
  const [first] = values;
  if (values.every((value) => value === first || (value !== ABSENT && equalJson(value, first)))) return first;
  if (values.every(isObject)) return mergeMaps(values, differences, { path, words });
  if (values.every((value): value is unknown[] => Array.isArray(value)) && areAligned(values)) {
    return values[0]!.map((_, at) =>
      mergeValues(
        values.map((one) => one[at]),
        differences,
        { path: [...path, at], words: wordsOfItem(words, values[0]![at]) },
      ),
    );
  }
  const lines = values.every((value) => typeof value === 'string')
    ? tryMergeLines(values, differences, { path, words })
    : undefined;
  return lines ?? differ(values, differences, { path, words });
};

/** More would be unreadable between the lines that are the same. */
const MOST_LINES = 8;
const ENTRY = /^(\s*(?:- )?["']?([\w./-]+)["']?\s*[:=]\s*)(.*)$/;

/** A text of several lines, such as a file of values, with tokens in the lines that differ. */
const tryMergeLines = (
  texts: readonly string[],
  differences: Difference[],
  { path, words }: Place,
): string | undefined => {
  const split = texts.map((text) => text.split('\n'));
  const [first] = split;
  if (first!.length < 2 || split.some(({ length }) => length !== first!.length)) return undefined;
  // A file's name says less than the object's.
  const ofText = words.at(-1)?.includes('.') === true ? words.slice(0, -1) : words;
  const differing = first!.filter((line, at) => split.some((one) => one[at] !== line)).length;
  if (differing > MOST_LINES) return undefined;
  return first!
    .map((line, at) => {
      const lines = split.map((one) => one[at]!);
      if (lines.every((one) => one === line)) return line;
      const entries = lines.map((one) => ENTRY.exec(one));
      const [, start = '', key] = entries[0] ?? [];
      if (key === undefined || entries.some((one) => one?.[1] !== start))
        return differ(lines, differences, { path: [...path, at], words });
      const rests = entries.map((one) => one![3]!);
      const quote = rests.every((one) => /^(["'])[^"']*\1$/.test(one) && one[0] === rests[0]![0]) ? rests[0]![0]! : '';
      const inner = rests.map((one) => (quote === '' ? one : one.slice(1, -1)));
      const token = differ(quote === '' ? plainValues(inner) : inner, differences, {
        path: [...path, at],
        words: [...ofText, key],
      });
      return `${start}${quote}${token}${quote}`;
    })
    .join('\n');
};

/** Numbers and booleans that a template prints as they were. */
const plainValues = (texts: readonly string[]): readonly unknown[] => {
  if (texts.every((one) => /^(?:0|-?[1-9]\d{0,8})$/.test(one))) return texts.map(Number);
  return texts.every((one) => one === 'true' || one === 'false') ? texts.map((one) => one === 'true') : texts;
};

const differ = (values: readonly unknown[], differences: Difference[], place: Place): string => {
  const token = `fluxspan0option${differences.length}x`;
  differences.push({ ...place, token, values });
  return token;
};

const mergeMaps = (
  values: readonly Readonly<Record<string, unknown>>[],
  differences: Difference[],
  { path, words }: Place,
): unknown => {
  const start = differences.length;
  const keys = [...new Set(values.flatMap((one) => Object.keys(one)))];
  const merged = Object.fromEntries(
    keys.map((key) => [
      key,
      mergeValues(
        values.map((one) => (Object.hasOwn(one, key) ? one[key] : ABSENT)),
        differences,
        { path: [...path, key], words: [...words, key] },
      ),
    ]),
  );
  const made = differences.length - start;
  const isOne = path.length > 1 && path[0] !== 'metadata' && !PLAIN.has(path.join('.'));
  if (!isOne || made < 2 || (countLeaves(merged) > 2 * made && path.at(-1) !== 'resources')) return merged;
  // Most of it differs, or it is one thing to a reader.
  differences.length = start;
  return differ(values, differences, { path, words });
};

const countLeaves = (value: unknown): number => {
  const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined;
  return members === undefined ? 1 : members.reduce<number>((sum, one) => sum + countLeaves(one), 0);
};

/** Whether the items at each index are about the same thing. */
const areAligned = (values: readonly (readonly unknown[])[]): boolean => {
  const [first] = values;
  if (values.some(({ length }) => length !== first!.length || length === 0)) return false;
  const isSame = (at: number) => values.every((one) => equalJson(one[at], first![at]));
  return first!.every((item, at) => {
    const items = values.map((one) => one[at]);
    if (items.every(isObject))
      return ['name', 'key', 'kind', 'mountPath'].every((key) => items.every((one) => one[key] === items[0]![key]));
    // One text may differ, several are another list.
    return isSame(at) || (typeof item === 'string' && first!.filter((_, other) => !isSame(other)).length === 1);
  });
};

/** The name of an item; of one without, the word of its list in the singular. */
const wordsOfItem = (words: readonly string[], item: unknown): readonly string[] => {
  if (isObject(item)) {
    const { name, key } = item;
    const word = name ?? key;
    return typeof word === 'string' ? [...words, word] : words;
  }
  const list = words.at(-1) ?? 'item';
  return [...words.slice(0, -1), singularOf(list)];
};

const singularOf = (word: string): string =>
  word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : /(?:ss|sh|ch|x)es$/.test(word)
      ? word.slice(0, -2)
      : word.replace(/([^s])s$/, '$1');
