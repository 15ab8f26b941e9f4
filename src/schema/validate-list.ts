import { isObject } from '../json/is-object.js';
import { canonicalText } from './canonical-text.js';
import { checkCount } from './validate-scalar.js';
import { list, type Schema, type Walk } from './walk.js';

/** Items of a list: how many, each by its schema, and whether they differ. */
export const checkItems = (walk: Walk, node: Schema, at: readonly unknown[], inner: boolean): void => {
  const { full, kubernetes } = walk.dialect;
  checkCount(walk, node, at.length, true);
  const { items } = node;
  const prefix = full ? list(node['prefixItems']) : NONE;
  if (isObject(items) || prefix.length > 0 || (full && items === false)) {
    for (let index = 0; index < at.length; index++) {
      walk.path.push(index);
      walk.visit(index < prefix.length ? prefix[index] : items, at[index], inner);
      walk.path.pop();
    }
  }
  if (full && node['contains'] !== undefined && !at.some((item) => walk.fits(node['contains'], item))) {
    walk.refuse({ kind: 'no-item' });
  }
  if (kubernetes && !inner) checkListType(walk, node, at);
  else if (full && node['uniqueItems'] === true) checkUnique(walk, at, NO_KEYS);
};

const NONE: readonly unknown[] = [];
const NO_KEYS: readonly string[] = [];

/**
 * The items of a `set` differ, and those of a `map` differ in their keys.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
const checkListType = (walk: Walk, node: Schema, items: readonly unknown[]): void => {
  const kind = node['x-kubernetes-list-type'];
  if (walk.own && (kind === 'map' || kind === 'set')) {
    for (const [index, item] of items.entries()) {
      if (item === null)
        walk.refuse({ kind: 'type', types: [kind === 'map' ? 'object' : 'string'], got: 'null' }, undefined, [index]);
    }
  }
  if (kind === 'map') {
    const keys = (node['x-kubernetes-list-map-keys'] ?? NO_KEYS) as readonly string[];
    const of = isObject(node['items']) ? node['items']['properties'] : undefined;
    checkUnique(walk, items, keys, isObject(of) ? of : {});
  } else if (kind === 'set' || node['uniqueItems'] === true) checkUnique(walk, items, NO_KEYS);
};

/** @param properties of the items, if they must differ in `keys` alone: a key that is left out has its default */
const checkUnique = (
  walk: Walk,
  items: readonly unknown[],
  keys: readonly string[],
  properties?: Readonly<Record<string, unknown>>,
): void => {
  if (items.length < 2 && !(walk.own && properties !== undefined)) return;
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (properties !== undefined && !isObject(item)) continue;
    if (walk.isOpen(item)) continue;
    // Server-side apply can't tell which item it is. A reference by name alone has an empty name then.
    if (
      walk.own &&
      properties !== undefined &&
      Object.keys(properties).length > 1 &&
      !hasKey(item as Schema, keys, properties)
    ) {
      const [key] = keys as [string];
      walk.refuse({ kind: 'required', key, schema: properties[key] }, undefined, [index, key]);
      continue;
    }
    const id = canonicalText(properties === undefined ? item : keysOf(item as Schema, keys, properties));
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, index);
      continue;
    }
    walk.refuse({ kind: 'duplicate-item', first: before, by: keys }, undefined, [index]);
    // A chart's list says it once.
    if (walk.dialect.full) return;
  }
};

const hasKey = (item: Schema, keys: readonly string[], properties: Readonly<Record<string, unknown>>): boolean =>
  keys.some((key) => {
    const property = properties[key];
    return Object.hasOwn(item, key) || (isObject(property) && 'default' in property);
  });

const keysOf = (
  item: Schema,
  keys: readonly string[],
  properties: Readonly<Record<string, unknown>>,
): readonly unknown[] =>
  keys.map((key) => {
    const property = properties[key];
    return item[key] ?? (isObject(property) ? property['default'] : undefined) ?? null;
  });
