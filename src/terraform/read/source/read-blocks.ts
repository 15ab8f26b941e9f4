import { isDeeperThan } from '../../../json/is-deeper-than.js';
import { isObject } from '../../../json/is-object.js';
import { joinPath } from '../../../json/json-path.js';
import type { SourceLine } from '../terraform.js';
import { DEEPEST, type LocatedBlock, locateBlocks } from './locate-blocks.js';
import { locateJson } from './locate-json.js';
import type { ParseHcl } from './parse-hcl.js';
import { BLOCK_TYPES, type BlockType, LABELS, type RawBlock } from './raw-module.js';

/** One file's blocks, or why there are none. */
export type FileBlocks =
  | { readonly ok: true; readonly blocks: readonly (readonly [BlockType, RawBlock])[] }
  | { readonly ok: false; readonly line: number | undefined; readonly reason: string };

/** What a file may weigh: those that people write have a hundredth of it. */
const MOST_BYTES = 4 * 2 ** 20;

/** The blocks of a file in HCL. */
export const readHclBlocks = async (file: string, text: string, parseHcl: ParseHcl): Promise<FileBlocks> => {
  if (text.length > MOST_BYTES) return { ok: false, line: undefined, reason: 'it is larger than 4 MB' };
  const located = locateBlocks(text);
  if (located.isTooDeep) return { ok: false, line: undefined, reason: 'it is nested too deep' };
  const parsed = await parseHcl(text);
  if (!parsed.ok) return parsed;
  const places = new Map<string, LocatedBlock[]>();
  for (const block of located.blocks) {
    const key = keyOf(block.type, block.labels);
    places.set(key, [...(places.get(key) ?? []), block]);
  }
  return {
    ok: true,
    // The parser sorts them by name.
    blocks: blocksIn(parsed.json)
      .map(({ type, labels, body, index }): readonly [BlockType, RawBlock] => {
        const found = places.get(keyOf(type, labels))?.[index];
        const at = (line: number): SourceLine => ({ file, line });
        return [
          type,
          { labels, body, place: at(found?.line ?? 1), lineOf: lineFinder(found?.lines, '', found?.line, at) },
        ];
      })
      .sort(([, one], [, two]) => one.place.line - two.place.line),
  };
};

/** The blocks of a file in the JSON syntax: https://developer.hashicorp.com/terraform/language/syntax/json */
export const readJsonBlocks = (file: string, text: string): FileBlocks => {
  if (text.length > MOST_BYTES) return { ok: false, line: undefined, reason: 'it is larger than 4 MB' };
  let json: unknown;
  let lines: ReadonlyMap<string, number>;
  try {
    json = JSON.parse(text) as unknown;
    if (isDeeperThan(json, DEEPEST)) return { ok: false, line: undefined, reason: 'it is nested too deep' };
    lines = locateJson(text);
  } catch {
    return { ok: false, line: undefined, reason: "it isn't JSON" };
  }
  if (!isObject(json)) return { ok: false, line: undefined, reason: "it isn't an object" };
  return {
    ok: true,
    blocks: blocksIn(json).map(({ type, labels, body, path }) => {
      const at = (line: number): SourceLine => ({ file, line });
      const line = lines.get(path);
      return [type, { labels, body, place: at(line ?? 1), lineOf: lineFinder(lines, path, line, at) }];
    }),
  };
};

const keyOf = (type: string, labels: readonly string[]): string => JSON.stringify([type, ...labels]);

/** The line of a path, or of the nearest thing around it that has one. */
const lineFinder =
  (
    lines: ReadonlyMap<string, number> | undefined,
    prefix: string,
    start: number | undefined,
    at: (line: number) => SourceLine,
  ) =>
  (path: string): SourceLine | undefined => {
    for (let inner = path; inner !== ''; inner = inner.replace(/(?:^|\.)[^.[\]]+$|\[[^[\]]*\]$/, '')) {
      const full = prefix === '' ? inner : inner.startsWith('[') ? `${prefix}${inner}` : `${prefix}.${inner}`;
      const line = lines?.get(full);
      if (line !== undefined) return at(line);
      if (!/(?:^|\.)[^.[\]]+$|\[[^[\]]*\]$/.test(inner)) break;
    }
    return start === undefined ? undefined : at(start);
  };

interface Found {
  readonly type: BlockType;
  readonly labels: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  /** Which of the blocks with the same labels it is. */
  readonly index: number;
  /** Where it is in the JSON. */
  readonly path: string;
}

/** Objects of labels inside of each other, and at the end a block or a list of them. */
const blocksIn = (json: Readonly<Record<string, unknown>>): readonly Found[] => {
  const found: Found[] = [];
  const take = (type: BlockType, value: unknown, labels: readonly string[], path: string): void => {
    if (Array.isArray(value)) {
      // In JSON, a list may also stand where labels are still to come.
      value.forEach((one, at) => {
        if (labels.length < LABELS[type]) take(type, one, labels, joinPath(path, at));
        else add(type, one, labels, at, joinPath(path, at));
      });
    } else if (!isObject(value)) return;
    else if (labels.length === LABELS[type]) add(type, value, labels, 0, path);
    else
      for (const [label, one] of Object.entries(value))
        if (label !== '//') take(type, one, [...labels, label], joinPath(path, label));
  };
  const add = (type: BlockType, body: unknown, labels: readonly string[], index: number, path: string): void => {
    if (isObject(body)) found.push({ type, labels, body, index, path });
  };
  for (const type of BLOCK_TYPES) take(type, json[type], [], type);
  return found;
};
