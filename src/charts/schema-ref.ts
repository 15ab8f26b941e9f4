import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json } from '../json/json-value.js';

/** Schemas by `$anchor`, `$dynamicAnchor`, `$id` or draft 4's `id`, as a ref would write them. */
export const indexAnchors = (root: Json): ReadonlyMap<string, Json> => {
  const anchors = new Map<string, Json>();
  // A list of what is left to visit, since a schema may be nested deeper than the stack.
  const pending: Json[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isJsonArray(node)) for (const item of node) pending.push(item);
    if (!isObject(node)) continue;
    for (const key of ['$anchor', '$dynamicAnchor'] as const) {
      if (typeof node[key] === 'string') anchors.set(`#${node[key]}`, node);
    }
    for (const key of ['$id', 'id'] as const) {
      if (typeof node[key] === 'string') anchors.set(node[key].replace(/#$/, ''), node);
    }
    for (const item of Object.values(node)) pending.push(item);
  }
  return anchors;
};

/** A key as a step of a JSON pointer. */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
};

const followPointer = (start: Json, pointer: string): Json | undefined => {
  let node: Json | undefined = start;
  for (const part of pointer.split('/').slice(1).map(decode)) {
    if (isJsonArray(node)) node = node[Number(part)];
    else if (isObject(node) && Object.hasOwn(node, part)) node = node[part];
    else return undefined;
  }
  return node;
};

/** What a ref names, inside this schema; undefined for one that is missing, or in another document. */
export const findRef = (root: Json, anchors: ReadonlyMap<string, Json>, ref: string): Json | undefined => {
  if (ref === '#' || ref === '') return root;
  if (ref.startsWith('#/')) return followPointer(root, ref.slice(1));
  const known = anchors.get(ref.replace(/#$/, ''));
  if (known !== undefined) return known;
  const [document, pointer] = ref.split('#', 2);
  const base = document === undefined ? undefined : anchors.get(document);
  if (base === undefined || pointer === undefined) return undefined;
  return pointer.startsWith('/') ? followPointer(base, pointer) : anchors.get(`#${pointer}`);
};
