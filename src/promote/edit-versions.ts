import { hasErrors } from '../diagnostics/index.js';
import { PROMOTED } from '../versions/parse-rings.js';
import { parseVersions, ringsIn, type VersionsList, versionsLists } from '../versions/parse-versions.js';
import { entriesIn } from '../versions/ring-problems.js';
import { commentsAbove, endOfBlock, insertLines, keyAt, startsLine, tokenAt } from '../yaml/edit-lines.js';
import { nodeAt } from '../yaml/node-at.js';
import { parseYamlNodes } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';

/** Gives a ring of an entry the value of an earlier one, and takes its hold out. */
export interface RingEdit {
  readonly list: VersionsList;
  readonly name: string;
  readonly ring: string;
  /** The ring whose value it gets; undefined for the first one, whose value is the entry's own. */
  readonly source: string | undefined;
  /** The rings of the rollout that come later: a new ring is written before them. */
  readonly later: readonly string[];
}

/**
 * Writes values of rings into the text of a file of versions. It replaces values and adds lines, and takes out the holds of
 * these rings; every other byte stays.
 *
 * @returns undefined if an entry is written in a form that can't be edited so, such as a map in braces
 */
export const editVersions = (text: string, edits: readonly RingEdit[]): string | undefined => {
  try {
    let edited = text;
    for (const edit of edits) {
      const next = editOne(edited, edit);
      if (next === undefined) return undefined;
      edited = next;
    }
    return says(edited) === wanted(text, edits) ? edited : undefined;
  } catch (error) {
    // An edit that makes no YAML.
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

const editOne = (text: string, edit: RingEdit): string | undefined => {
  const entry = [edit.list, edit.name];
  const [document] = parseYamlNodes(text);
  const at = (...path: readonly string[]) => nodeAt(document, [...entry, ...path]);
  const source = edit.source === undefined ? at(versionsLists[edit.list]) : at('rings', edit.source, PROMOTED);
  const value = source === undefined ? undefined : tokenAt(text, source);
  if (value === undefined) return undefined;
  const target = at('rings', edit.ring, PROMOTED);
  if (target !== undefined) {
    const token = tokenAt(text, target);
    if (token === undefined) return undefined;
    const replaced = text.slice(0, token.start) + value.text + text.slice(token.start + token.text.length);
    return withoutHold(replaced, edit);
  }
  return addRing(text, edit, value.text);
};

const addRing = (text: string, { list, name, ring, later }: RingEdit, value: string): string | undefined => {
  const [document] = parseYamlNodes(text);
  const entry = nodeAt(document, [list, name]);
  const field = keyAt(entry, versionsLists[list]);
  const rings = keyAt(entry, 'rings');
  const lines = text.split('\n');
  const end = lines[0]?.endsWith('\r') === true ? '\r' : '';
  if (field === undefined || !startsLine(lines, field)) return undefined;
  if (rings === undefined) {
    const indent = ' '.repeat(field.column);
    const added = [`${indent}rings:`, ...ringLines(`${indent}  `, ring, value)];
    return insertLines(lines, field.line + 1, added, end);
  }
  const map = nodeAt(document, [list, name, 'rings']);
  if (!startsLine(lines, rings) || map?.kind !== 'mapping') return undefined;
  const [first] = map.children;
  // `rings: {}` and the like.
  if (first?.start === undefined) {
    if (!/^\s*rings:\s*(?:\{\s*\})?\s*(?:#.*)?\r?$/.test(lines[rings.line] ?? '')) return undefined;
    const indent = ' '.repeat(rings.column);
    const kept = (lines[rings.line] ?? '').replace(/\s*\{\s*\}/, '');
    const opened = lines.toSpliced(rings.line, 1, kept);
    return insertLines(opened, rings.line + 1, ringLines(`${indent}  `, ring, value), end);
  }
  if (!startsLine(lines, first.start)) return undefined;
  const following = later.map((one) => keyAt(map, one)).find((one) => one !== undefined);
  const line = following === undefined ? endOfBlock(lines, rings) : commentsAbove(lines, following.line);
  return insertLines(lines, line, ringLines(' '.repeat(first.start.column), ring, value), end);
};

const ringLines = (indent: string, ring: string, value: string): readonly string[] => [
  `${indent}${ring}:`,
  `${indent}  ${PROMOTED}: ${value}`,
];

const withoutHold = (text: string, { list, name, ring }: RingEdit): string | undefined => {
  const [document] = parseYamlNodes(text);
  const hold = keyAt(nodeAt(document, [list, name, 'rings', ring]), 'hold');
  if (hold === undefined) return text;
  const lines = text.split('\n');
  if (!startsLine(lines, hold)) return undefined;
  return lines.toSpliced(hold.line, endOfBlock(lines, hold) - hold.line).join('\n');
};

/** All that a file says, in one text; an error makes it nothing that is wanted. */
const says = (text: string): string => {
  const versions = parseVersions(text);
  if (hasErrors(versions.problems)) return 'errors';
  return JSON.stringify(
    entriesIn(versions).map((entry) => [
      entry.list,
      entry.name,
      entry.value,
      typeof entry.rings === 'string' ? entry.rings : '',
      sorted(ringsIn(entry).map(([ring, { value, hold }]) => [ring, value, hold?.until ?? ''])),
    ]),
  );
};

const wanted = (text: string, edits: readonly RingEdit[]): string =>
  JSON.stringify(
    entriesIn(parseVersions(text)).map((entry) => {
      const rings = new Map(ringsIn(entry).map(([ring, { value, hold }]) => [ring, [value, hold?.until ?? '']]));
      for (const { list, name, ring, source } of edits) {
        if (list !== entry.list || name !== entry.name) continue;
        const value = source === undefined ? entry.value : (rings.get(source)?.[0] ?? '');
        rings.set(ring, [value, '']);
      }
      const kind = typeof entry.rings === 'string' ? entry.rings : '';
      return [entry.list, entry.name, entry.value, kind, sorted([...rings].map(([ring, one]) => [ring, ...one]))];
    }),
  );

const sorted = (rings: readonly (readonly string[])[]) => rings.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
