import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { decodeYaml } from '../yaml/decode-yaml.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { printYaml } from '../yaml/print-yaml.js';
import { resolvesToString } from '../yaml/resolve-scalar.js';
import { YamlError } from '../yaml/yaml-error.js';

/** One change of a file of teams. */
export type TeamEdit =
  | { readonly how: 'add'; readonly list: 'teams' | 'removed'; readonly name: string; readonly value: unknown }
  | { readonly how: 'offboard'; readonly name: string; readonly value: unknown }
  | { readonly how: 'drop'; readonly name: string };

/**
 * Makes changes in the text of a file of teams. It adds lines, or takes out those of a team; every other byte stays:
 * comments, order, line endings, and what is at the end.
 *
 * @returns undefined if the file is written in a form that can't be edited so, such as a team that others refer to
 */
export const editTeams = (text: string, edits: readonly TeamEdit[]): string | undefined => {
  try {
    let edited = text;
    let wanted = jsonOf(text);
    for (const edit of edits) {
      const next = editOne(edited, edit);
      if (next === undefined) return undefined;
      edited = next;
      wanted = withEdit(wanted, edit);
    }
    return equalJson(jsonOf(edited), wanted) ? edited : undefined;
  } catch (error) {
    // An edit that makes no YAML.
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

const jsonOf = (text: string): unknown => {
  const [root, second] = parseYamlNodes(text, 'kyaml');
  if (root === undefined || second !== undefined) throw new YamlError('yaml: not one document');
  return decodeYaml(root, false).value;
};

/** What a file says after an edit. */
const withEdit = (json: unknown, edit: TeamEdit): unknown => {
  const top = isObject(json) ? json : {};
  const teams = isObject(top['teams']) ? top['teams'] : {};
  switch (edit.how) {
    case 'add': {
      const list = isObject(top[edit.list]) ? (top[edit.list] as object) : {};
      return { ...top, [edit.list]: { ...list, [edit.name]: edit.value } };
    }
    case 'offboard': {
      const team = isObject(teams[edit.name]) ? (teams[edit.name] as object) : {};
      return { ...top, teams: { ...teams, [edit.name]: { ...team, offboard: edit.value } } };
    }
    case 'drop': {
      const { [edit.name]: _, ...others } = teams;
      return { ...top, teams: Object.keys(others).length === 0 ? null : others };
    }
  }
};

const editOne = (text: string, edit: TeamEdit): string | undefined => {
  const root = parseDocument(text, { version: '1.1', merge: true, logLevel: 'silent' });
  if (!isMap(root.contents)) return undefined;
  const top = root.contents as unknown as YAMLMap;
  if (edit.how === 'add') return addToList(text, top, edit);
  const list = pairOf(top, 'teams')?.value;
  const pair = isMap(list) ? pairOf(list as YAMLMap, edit.name) : undefined;
  if (pair === undefined) return undefined;
  return edit.how === 'drop'
    ? dropPair(text, list as YAMLMap, pair)
    : addToMap(text, pair, { offboard: edit.value }, true);
};

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === name);

const addToList = (
  text: string,
  top: YAMLMap,
  { list, name, value }: Extract<TeamEdit, { how: 'add' }>,
): string | undefined => {
  const pair = pairOf(top, list);
  if (pair !== undefined) return addToMap(text, pair, { [name]: value });
  if (top.flow === true) return addInBraces(text, top, { [list]: { [name]: value } });
  return insertLines(text, text.length, printed({ [list]: { [name]: value } }, 0));
};

const printed = (value: object, column: number): readonly string[] =>
  printYaml(value)
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(column) + line));

/** Adds members to the map that a key has. @param isFirst before those that are there. @default false */
const addToMap = (text: string, pair: Pair, members: object, isFirst = false): string | undefined => {
  const { key, value } = pair;
  const at = isScalar(key) ? key.range?.[0] : undefined;
  if (at === undefined) return undefined;
  if (isMap(value)) {
    const map = value as YAMLMap;
    if (map.flow === true) return addInBraces(text, map, members);
    const first = map.items[0]?.key;
    const start = isScalar(first) ? first.range?.[0] : undefined;
    if (start === undefined || !startsLine(text, start)) return undefined;
    const lines = printed(members, columnOf(text, start));
    return insertLines(text, isFirst ? endOfLine(text, at) : endOfBlock(text, at), lines);
  }
  // Nothing, or what stands for nothing.
  if (!(value === null || (isScalar(value) && value.value === null)) || !startsLine(text, at)) return undefined;
  const end = endOfLine(text, at);
  const line = text.slice(at, end);
  const bare = line.replace(/:[ \t]*(?:~|null)?(?=[ \t]*(?:#|\r?\n|$))/, ':');
  const there = text.slice(0, at) + bare + text.slice(end);
  return insertLines(there, at + bare.length, printed(members, columnOf(text, at) + 2));
};

/** Adds members at the end of a map in braces. */
const addInBraces = (text: string, map: YAMLMap, members: object): string | undefined => {
  const last = map.items.at(-1);
  const fields = Object.entries(members)
    .map(([key, value]) => `${isJson(text, map) ? JSON.stringify(key) : plainText(key)}: ${inBraces(value)}`)
    .join(', ');
  if (last === undefined) {
    const open = (map.range?.[0] ?? 0) + 1;
    return text[open - 1] === '{'
      ? `${text.slice(0, open)} ${fields} ${text.slice(open).replace(/^[ \t]+/, '')}`
      : undefined;
  }
  const node = (last.value ?? last.key) as { readonly range?: readonly number[] | null };
  const end = node.range?.[1];
  return end === undefined ? undefined : `${text.slice(0, end)}, ${fields}${text.slice(end)}`;
};

/** A text as an item or a key in brackets or braces: in quotes where it needs them, such as `no`. */
export const plainText = (text: string): string =>
  /^[a-z][\w-]*$/i.test(text) && resolvesToString(text) ? text : JSON.stringify(text);

const isJson = (text: string, { items: [first] }: YAMLMap): boolean =>
  first !== undefined && isScalar(first.key) && text[first.key.range?.[0] ?? 0] === '"';

const inBraces = (value: unknown): string => {
  if (!isObject(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${inBraces(member)}`)
    .join(', ')} }`;
};

/** Takes out a member with its lines; comments above it stay. */
const dropPair = (text: string, map: YAMLMap, pair: Pair): string | undefined => {
  const start = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  if (start === undefined) return undefined;
  if (map.flow !== true) {
    if (!startsLine(text, start)) return undefined;
    return text.slice(0, startOfLine(text, start)) + text.slice(endOfBlock(text, start));
  }
  const index = map.items.indexOf(pair);
  const next = map.items[index + 1]?.key;
  if (isScalar(next) && next.range != null) return text.slice(0, start) + text.slice(next.range[0]);
  const node = (pair.value ?? pair.key) as { readonly range?: readonly number[] | null };
  const end = node.range?.[1];
  if (end === undefined) return undefined;
  const before = text.slice(0, start);
  return (index === 0 ? before : before.replace(/,[ \t]*$/, '')) + text.slice(end);
};

const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};
const columnOf = (text: string, at: number): number => at - startOfLine(text, at) - (startsWithMark(text, at) ? 1 : 0);
/** The byte order mark is no column. */
const startsWithMark = (text: string, at: number): boolean => startOfLine(text, at) === 0 && text.startsWith('\ufeff');
const startsLine = (text: string, at: number): boolean => /^\ufeff?[ ]*$/.test(text.slice(startOfLine(text, at), at));

/** Where the block of a key ends: after what is indented below it, and before empty lines and comments that follow. */
const endOfBlock = (text: string, key: number): number => {
  const column = columnOf(text, key);
  let end = endOfLine(text, key);
  for (let at = end; at < text.length; ) {
    const next = endOfLine(text, at);
    const line = text.slice(at, next).trimEnd();
    const indent = line.length - line.trimStart().length;
    const isAside = line === '' || (line.trimStart().startsWith('#') && indent <= column);
    if (!isAside && indent <= column) break;
    if (!isAside) end = next;
    at = next;
  }
  return end;
};

/** Inserts lines with the line endings of the text, which may end without one. */
const insertLines = (text: string, at: number, lines: readonly string[]): string => {
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const before = text.slice(0, at);
  const after = text.slice(at);
  const isOpen = before !== '' && !before.endsWith('\n');
  const block = lines.join(end);
  return isOpen ? `${before}${end}${block}${after}` : `${before}${block}${end}${after}`;
};
