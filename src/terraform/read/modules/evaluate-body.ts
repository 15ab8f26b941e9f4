import { isObject } from '../../../json/is-object.js';
import { joinPath } from '../../../json/json-path.js';
import { evaluate, keyText } from '../expressions/evaluate.js';
import { openKey } from '../expressions/open-maps.js';
import { parseTemplate } from '../expressions/parse-expression.js';
import type { Scope } from '../expressions/scope.js';
import type { PartialMap } from '../terraform.js';
import { PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';
import type { Tracker } from './tracking.js';

/** A scope to which names can be added, for the iterators of dynamic blocks. */
export interface OpenScope extends Scope {
  with(name: string, values: { readonly key: unknown; readonly value: unknown }): OpenScope;
}

/** What a body's attributes are. */
export interface EvaluatedBody {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly partialTexts: ReadonlyMap<string, readonly (string | undefined)[]>;
  readonly partialMaps: ReadonlyMap<string, PartialMap>;
  readonly assumed: ReadonlyMap<string, readonly string[]>;
}

/** Evaluates the attributes of a block, except those that `without` names. */
export const evaluateBody = (
  body: Readonly<Record<string, unknown>>,
  scope: OpenScope,
  tracker: Tracker,
  without: ReadonlySet<string>,
): EvaluatedBody => {
  const partialTexts = new Map<string, readonly (string | undefined)[]>();
  const partialMaps = new Map<string, PartialMap>();
  const assumed = new Map<string, readonly string[]>();

  /** Without texts and maps that are known in parts, which stay apart. */
  const settle = (value: unknown, path: string): unknown => {
    if (value instanceof PartlyKnown) {
      partialTexts.set(path, value.parts);
      return UNKNOWN;
    }
    if (value instanceof PartlyKnownMap) {
      const known = Object.fromEntries(
        Object.entries(value.known).map(([key, one]) => [key, settle(one, joinPath(path, key))]),
      );
      partialMaps.set(path, { known, keys: value.keys });
      return UNKNOWN;
    }
    if (Array.isArray(value)) return value.map((one, at) => settle(one, joinPath(path, at)));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settle(one, joinPath(path, key))]));
  };
  const leaf = (text: string, path: string, at: Scope): unknown => {
    const found = tracker.track(() => evaluate(parseTemplate(text), at));
    if (found.assumed.size > 0) assumed.set(path, [...found.assumed].sort());
    return settle(found.value, path);
  };
  const value = (raw: unknown, path: string, at: OpenScope): unknown => {
    if (typeof raw === 'string') return leaf(raw, path, at);
    if (Array.isArray(raw)) return raw.map((one, index) => value(one, joinPath(path, index), at));
    return isObject(raw) ? members(raw, path, at, none) : raw;
  };
  const members = (
    raw: Readonly<Record<string, unknown>>,
    path: string,
    at: OpenScope,
    skip: ReadonlySet<string>,
  ): unknown => {
    const found = new Map<string, unknown>();
    const open: (readonly (string | undefined)[])[] = [];
    for (const [key, one] of Object.entries(raw)) {
      if (skip.has(key) || (key === '//' && path === '')) continue;
      if (key === 'dynamic' && isDynamic(one)) {
        for (const [type, blocks] of Object.entries(one)) {
          const before =
            found.get(type) ?? (Object.hasOwn(raw, type) ? value(raw[type], joinPath(path, type), at) : []);
          found.set(type, dynamic(type, blocks, before, joinPath(path, type), at));
        }
        continue;
      }
      const written = key.includes('${') ? evaluate(parseTemplate(key), at) : key;
      const name = keyText(written);
      if (name === undefined) open.push(openKey(written));
      else if (!found.has(name)) found.set(name, value(one, joinPath(path, name), at));
    }
    const known = Object.fromEntries(found);
    if (open.length === 0) return known;
    partialMaps.set(path, { known, keys: open });
    return UNKNOWN;
  };
  /** https://developer.hashicorp.com/terraform/language/expressions/dynamic-blocks */
  const dynamic = (type: string, blocks: unknown, before: unknown, path: string, at: OpenScope): unknown => {
    if (!Array.isArray(before)) return UNKNOWN;
    const all: unknown[] = [...(before as readonly unknown[])];
    for (const block of Array.isArray(blocks) ? blocks : [blocks]) {
      if (!isObject(block)) return UNKNOWN;
      const pairs = pairsOf(value(block['for_each'], path, at));
      const iterator = typeof block['iterator'] === 'string' ? /\w+/.exec(block['iterator'])?.[0] : type;
      if (pairs === undefined || iterator === undefined) return UNKNOWN;
      const content = Array.isArray(block['content']) ? (block['content'][0] as unknown) : block['content'];
      for (const pair of pairs) all.push(value(content, joinPath(path, all.length), at.with(iterator, pair)));
    }
    return all;
  };

  const attributes = members(body, '', scope, without);
  return { attributes: isObject(attributes) ? attributes : {}, partialTexts, partialMaps, assumed };
};

const none: ReadonlySet<string> = new Set();

const MOST_BLOCKS = 1000;

const pairsOf = (list: unknown): readonly { readonly key: unknown; readonly value: unknown }[] | undefined => {
  if (Array.isArray(list)) {
    return list.length > MOST_BLOCKS ? undefined : list.map((value: unknown, key) => ({ key, value }));
  }
  if (!isObject(list)) return undefined;
  return Object.keys(list)
    .sort()
    .map((key) => ({ key, value: list[key] }));
};

const isDynamic = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) &&
  Object.values(value).every((one) =>
    (Array.isArray(one) ? one : [one]).every((block) => isObject(block) && 'for_each' in block),
  );
