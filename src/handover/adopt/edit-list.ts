import { isMap, isScalar, isSeq, type Node, parseAllDocuments, type YAMLMap, type YAMLSeq } from 'yaml';
import type { JsonObject } from '../../json/json-value.js';

/** The place of a list in a file: its object and its path in the object. */
export interface ListPlace {
  readonly isIt: (json: JsonObject) => boolean;
  readonly path: readonly string[];
}

interface FoundList {
  readonly list: YAMLSeq | undefined;
  /** The map that has the list, or will have it. */
  readonly map: YAMLMap;
  /** Keys of the path that are missing. */
  readonly missing: readonly string[];
}

/**
 * Removes items from a list, and the list itself if it becomes empty. Every other byte stays.
 *
 * @param isGone whether an item goes, by its value and its text
 * @returns undefined if that isn't possible line by line
 */
export const removeItems = (
  text: string,
  place: ListPlace,
  isGone: (value: unknown, source: string) => boolean,
): string | undefined => {
  const found = findList(text, place);
  if (found?.list === undefined) return text;
  const { list, map } = found;
  const items = list.items as Node[];
  const gone = items.filter((item) => isGone(item.toJSON(), sourceOf(text, item)));
  if (gone.length === 0) return text;
  if (gone.length === items.length) {
    const key = map.items.find(({ value }) => value === list)?.key;
    if (!isScalar(key) || key.range == null || map.flow === true) return undefined;
    return cut(text, lineStart(text, key.range[0]), lineEnd(text, endOf(list)));
  }
  if (list.flow === true) {
    const kept = items.filter((item) => !gone.includes(item)).map((item) => sourceOf(text, item));
    return `${text.slice(0, list.range![0])}[${kept.join(', ')}]${text.slice(list.range![1])}`;
  }
  let edited = text;
  for (const item of [...gone].reverse()) {
    const start = lineStart(edited, item.range![0]);
    // The item shares no line with anything else.
    if (!/^\s*-\s+$/.test(edited.slice(start, item.range![0]))) return undefined;
    edited = cut(edited, start, lineEnd(edited, endOf(item)));
  }
  return edited;
};

/**
 * Adds items at the end of a list, and creates the list if it's missing.
 *
 * @param items the lines of each, without the dash
 */
export const addItems = (text: string, place: ListPlace, items: readonly (readonly string[])[]): string | undefined => {
  const found = findList(text, place);
  if (found === undefined || items.length === 0) return found === undefined ? undefined : text;
  const { list, map, missing } = found;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const print = (margin: string): string =>
    items.flatMap((lines) => lines.map((line, at) => `${margin}${at === 0 ? '- ' : '  '}${line}${eol}`)).join('');
  if (list !== undefined && list.items.length > 0) {
    if (list.flow === true) {
      const printed = items.map(printFlow);
      if (printed.includes(undefined)) return undefined;
      // Before a comma or a comment after the last item.
      const end = endOf(list.items[list.items.length - 1] as Node);
      return `${text.slice(0, end)}, ${printed.join(', ')}${text.slice(end)}`;
    }
    // The indentation of the first dash; a comment may stand between the dash and the item.
    const dash = list.range![0];
    const margin = text.slice(lineStart(text, dash), dash);
    if (text[dash] !== '-' || margin.trim() !== '') return undefined;
    const last = list.items[list.items.length - 1] as Node;
    return insertAt(text, lineEnd(text, endOf(last)), print(margin), eol);
  }
  if (list?.flow === true && list.range != null && items.every((lines) => lines.length === 1)) {
    return `${text.slice(0, list.range[0])}[${items.map(([line]) => line).join(', ')}]${text.slice(list.range[1])}`;
  }
  // The list is missing or empty.
  const first = map.items[0]?.key;
  if (map.flow === true || list !== undefined || !isScalar(first) || first.range == null) return undefined;
  const start = lineStart(text, first.range[0]);
  const margin = text.slice(start, first.range[0]);
  if (/\S/.test(margin)) return undefined;
  const keys = missing.map((key, depth) => `${margin}${'  '.repeat(depth)}${key}:${eol}`).join('');
  return insertAt(text, start, keys + print(`${margin}${'  '.repeat(missing.length)}`), eol);
};

/** An item on one line; undefined if it has more than plain fields. */
const printFlow = (lines: readonly string[]): string | undefined => {
  if (lines.every((line) => /^\w+: [\w.-]+$/.test(line))) return `{ ${lines.join(', ')} }`;
  return lines.length === 1 ? lines[0] : undefined;
};

const findList = (text: string, { isIt, path }: ListPlace): FoundList | undefined => {
  for (const document of parseAllDocuments(text)) {
    if (!isMap(document.contents) || !isIt(document.toJS() as JsonObject)) continue;
    let map = document.contents as unknown as YAMLMap;
    for (const [depth, key] of path.entries()) {
      const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
      const isLast = depth === path.length - 1;
      if (pair === undefined) return { list: undefined, map, missing: path.slice(depth) };
      if (isLast) return isSeq(pair.value) ? { list: pair.value as YAMLSeq, map, missing: [] } : undefined;
      if (!isMap(pair.value)) return undefined;
      map = pair.value as YAMLMap;
    }
  }
  return undefined;
};

const sourceOf = (text: string, { range }: Node): string => (range == null ? '' : text.slice(range[0], range[1]));
/** The end of a value, without the empty lines and comments after it. */
const endOf = ({ range }: Node): number => range![1];
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
/** The start of the line after a value; a block already ends there. */
const lineEnd = (text: string, at: number): number => {
  if (at > 0 && text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};
const cut = (text: string, start: number, end: number): string => text.slice(0, start) + text.slice(end);
const insertAt = (text: string, at: number, lines: string, eol: string): string => {
  const before = text.slice(0, at);
  return `${before}${before === '' || before.endsWith('\n') ? '' : eol}${lines}${text.slice(at)}`;
};
