import { isObject } from '../../json/is-object.js';
import type { MergedList, MergeRules } from './merge-lists.js';
import { PatchError } from './patch-error.js';

type Item = Record<string, unknown>;
/** Merges an item of the patch into one of the object; undefined if the patch removes the item. */
type MergeItem = (own: unknown, patch: unknown, rules: MergeRules | undefined) => unknown;

/**
 * Merges the items of two lists as kustomize does, in place: items of the patch come first. Odd behavior, such as an
 * item without its key that empties the list, matches kustomize.
 *
 * @param own the list of the object; may be the same list as `patch`
 */
export const mergeItems = (
  own: unknown[],
  patch: readonly unknown[] | undefined,
  { keys, items }: MergedList,
  mergeItem: MergeItem,
): unknown[] => {
  if (keys.length === 0) return union(own, patch);
  const named = namesOf([...(patch ?? []), ...own], keys);
  if (keys.length > 1) joinNames(named);
  const added: unknown[] = [];
  let used: Name = { keys, values: [] };
  for (const values of named) {
    used = usedOf(named, { keys, values });
    const found = usedOf([used.values], used);
    const merged = mergeItem(find(own, found), find(patch, found), items);
    if (merged === undefined || merged === null || (isObject(merged) && Object.keys(merged).length === 0)) {
      for (const _ of used.keys) put(own, used, undefined);
      continue;
    }
    for (const [at, key] of used.keys.entries()) {
      if (isObject(merged) && !Object.hasOwn(merged, key) && used.values[at] !== '') {
        (merged as Item)[key] = scalarOf(used.values[at]!);
      }
    }
    put(added, used, merged);
  }
  return named.length === 0 ? own : append(added, own, used.keys);
};

/** Identifies an item of a list by some of its keys; a missing value is an empty text. */
interface Name {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

const textOf = (value: unknown): string => (value === undefined || typeof value === 'object' ? '' : String(value));

const scalarOf = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);

const union = (own: readonly unknown[], patch: readonly unknown[] = []): unknown[] => [
  ...new Map([...patch, ...own].map((one) => [textOf(one), one])).values(),
];

const namesOf = (all: readonly unknown[], keys: readonly string[]): string[][] => {
  const found = new Map<string, string[]>();
  for (const item of all) {
    const values = keys.map((key) => (isObject(item) ? textOf(item[key]) : ''));
    const name = values.join('\0');
    if (!found.has(name)) found.set(name, values);
  }
  return [...found.values()];
};

/** `80` and `80/TCP` mean the same item. */
const joinNames = (named: string[][]): void => {
  for (const [i, first] of named.entries()) {
    for (const [j, second] of named.entries()) {
      const isSame =
        first.some((value, at) => value === second[at]) &&
        first.every((value, at) => value === second[at] || value === '' || second[at] === '');
      if (!isSame) continue;
      const joined = first.map((value, at) => value || second[at]!);
      named[i] = joined;
      named[j] = joined;
    }
  }
};

/** Drops keys that no item has. */
const usedOf = (named: readonly (readonly string[])[], { keys, values }: Name): Name => {
  const has = keys.map((_, at) => named.some((one) => one[at] !== ''));
  if (!has.includes(true)) return { keys, values };
  return { keys: keys.filter((_, at) => has[at]), values: values.filter((value, at) => value !== '' || has[at]) };
};

const find = (list: readonly unknown[] | undefined, { keys, values }: Name): unknown =>
  list?.find(
    (item) =>
      isObject(item) && keys.every((key, at) => Object.hasOwn(item, key) && textOf(item[key]) === (values[at] ?? '')),
  );

/** Replaces the items that have its name by an item, or appends it; undefined removes them. */
const put = (list: unknown[], { keys, values }: Name, item: unknown): void => {
  let isThere = false;
  const left: unknown[] = [];
  for (const one of list) {
    if (one === null || one === undefined || (isObject(one) && Object.keys(one).length === 0)) continue;
    if (!isObject(one)) {
      if (values.length === 0 || values[0] === '')
        throw new PatchError('an item of a list that is merged is not a map');
      left.push(one);
    } else if (isNamed(one, keys, values)) {
      isThere = true;
      if (item !== undefined) left.push(item);
    } else if (values.length > 0) left.push(one);
  }
  list.splice(0, list.length, ...left);
  if (item !== undefined && !isThere) list.push(item);
};

const isNamed = (item: Readonly<Item>, keys: readonly string[], values: readonly string[]): boolean => {
  let has = false;
  for (const [at, key] of keys.entries()) {
    if (at < values.length) {
      has = Object.hasOwn(item, key) && (values[at] === '' || textOf(item[key]) === values[at]);
    }
    if (!has) return false;
  }
  return true;
};

const append = (to: unknown[], from: readonly unknown[], keys: readonly string[]): unknown[] => {
  for (const item of [...from]) {
    const values: string[] = [];
    for (const key of keys) {
      if (isObject(item) && Object.hasOwn(item, key)) values.push(textOf(item[key]));
      else to.push(item);
    }
    const name = { keys, values };
    if (keys.length > 1) put(to, name, undefined);
    put(to, name, item);
  }
  return to;
};
