import { type Document, isMap, isScalar, parseAllDocuments, type YAMLMap } from 'yaml';
import { HANDOVER_MARK } from '../../applied/handover-marks.js';
import { keyOf, tryReadId } from '../../applied/object-id.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { JsonObject } from '../../json/json-value.js';
import { type Edit, fieldsOf } from '../steps/edit-json.js';

const MARK = ` # ${HANDOVER_MARK}`;

/**
 * Sets the fields of an edit in a hand-written file. It adds lines or replaces a value; every other byte stays.
 *
 * @param isIt whether an object of the file is the one to edit
 * @returns undefined if the object isn't in the text
 */
export const editYaml = (text: string, how: Edit['how'], isIt: (json: JsonObject) => boolean): string | undefined => {
  let edited: string | undefined;
  for (const [path, value] of fieldsOf(how)) {
    const next = setField(edited ?? text, path, String(value), isIt);
    if (next === undefined) return undefined;
    edited = next;
  }
  return edited;
};

/**
 * Returns a function that checks whether an object in a file has this key. A kustomization file may still set its
 * namespace, also in the place of one that the file has.
 *
 * @param text the file, in which the object must be the only one of its kind and name unless its namespace fits
 */
export const isObjectOf = (key: string, text: string, scopeOf?: ScopeOf) => {
  const [kind, group, namespace, name] = key.split('\0');
  const isNamed = (json: JsonObject): boolean => {
    const id = tryReadId(json, scopeOf);
    return id?.kind === kind && id?.group === group && id?.name === name;
  };
  const fits = (json: JsonObject): boolean => {
    const id = tryReadId(json, scopeOf);
    if (id === undefined) return false;
    return keyOf(id) === key || (isNamed(json) && id.namespace === '' && namespace !== '');
  };
  const named = parseAllDocuments(text).flatMap((one): JsonObject[] =>
    one.errors.length === 0 && isMap(one.contents) && isNamed(one.toJS() as JsonObject)
      ? [one.toJS() as JsonObject]
      : [],
  );
  const isOnly = namespace !== '' && named.length === 1 && !named.some(fits);
  return isOnly ? isNamed : fits;
};

const setField = (
  text: string,
  path: readonly string[],
  value: string,
  isIt: (json: JsonObject) => boolean,
): string | undefined => {
  const documents = parseAllDocuments(text);
  const document = documents.find((one) => isMap(one.contents) && isIt(one.toJS() as JsonObject));
  if (document === undefined) return undefined;
  let map = document.contents as unknown as YAMLMap;
  for (const [depth, key] of path.entries()) {
    const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
    const inner = pair?.value;
    if (pair === undefined) {
      return insert(text, map, path.slice(depth), value) ?? rewrite(documents, document, path, value);
    }
    if (depth === path.length - 1) {
      // A key without a value has no text to replace.
      if (!isScalar(inner) || inner.range == null || inner.range[0] === inner.range[1])
        return rewrite(documents, document, path, value);
      if (String(inner.value) === value) return text;
      return text.slice(0, inner.range[0]) + value + markAt(text, inner.range[1]) + text.slice(inner.range[1]);
    }
    if (!isMap(inner)) return rewrite(documents, document, path, value);
    map = inner;
  }
  return text;
};

/** The mark as a comment, if the line has none. */
const markAt = (text: string, end: number): string => (/^[ \t]*(\r?\n|$)/.test(text.slice(end)) ? MARK : '');

/** Inserts lines before the first line of a map. */
const insert = (text: string, map: YAMLMap, path: readonly string[], value: string): string | undefined => {
  const first = map.items[0]?.key;
  if (map.flow === true) return insertInFlow(text, map, path, value);
  const start = isScalar(first) ? first.range?.[0] : undefined;
  if (start === undefined) return undefined;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const margin = text.slice(line, start);
  // The map starts inside of a line, after a dash.
  if (/\S/.test(margin)) return undefined;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = path.map((key, depth) => {
    const last = depth === path.length - 1;
    return `${margin}${'  '.repeat(depth)}${key}:${last ? ` ${value}${MARK}` : ''}${end}`;
  });
  return text.slice(0, line) + lines.join('') + text.slice(line);
};

/** Inserts a field at the start of a flow map, in JSON syntax if the file is JSON. */
const insertInFlow = (text: string, map: YAMLMap, path: readonly string[], value: string): string | undefined => {
  const [start, end] = [map.range![0] + 1, map.range![1]];
  if (text[start - 1] !== '{') return undefined;
  const isJson = /^\s*\{/.test(text);
  const print = (one: string) => (isJson && one !== 'false' ? JSON.stringify(one) : one);
  const field = path.reduceRight((inner, key, at) => {
    const own = `${print(key)}: ${inner}`;
    return at === 0 ? own : `{ ${own} }`;
  }, print(value));
  const isSpaced = /\s/.test(text[start]!);
  const comma = map.items.length === 0 ? '' : isSpaced ? ',' : ', ';
  const free = isJson ? null : /^[ \t}\],]*(?=\r?\n|$)/.exec(text.slice(end));
  const marked =
    free === null ? text.slice(start) : text.slice(start, end) + free[0] + MARK + text.slice(end + free[0].length);
  return `${text.slice(0, start)}${isSpaced ? ' ' : ''}${field}${comma}${marked}`;
};

/** Prints the whole file again, for a key without a value, an alias and the like. */
const rewrite = (
  documents: ReturnType<typeof parseAllDocuments>,
  document: Document,
  path: readonly string[],
  value: string,
): string => {
  for (let depth = 1; depth < path.length; depth++) {
    const above = path.slice(0, depth);
    if (document.hasIn(above) && !isMap(document.getIn(above, true))) document.deleteIn(above);
  }
  document.setIn(path, value === 'false' ? false : value);
  document.commentBefore = ` ${HANDOVER_MARK}`;
  const texts = documents.map((one) => one.toString({ lineWidth: 0 }));
  return texts.map((text, index) => (index === 0 || text.startsWith('---') ? text : `---\n${text}`)).join('');
};
