import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';

/** One place at which two objects differ, as far down as both have something. */
export interface FieldChange {
  /** `spec.template.spec.containers[web].image`: items of a list go by their name where they have one. */
  readonly path: string;
  /** The keys of {@link path}; an item of a list is `*`. */
  readonly keys: readonly string[];
  /** Undefined: absent. */
  readonly from: unknown;
  readonly to: unknown;
  /** The items are the same in another order. */
  readonly isOrder?: true;
  /** Of texts before substitution, whose values are the same. */
  readonly isText?: true;
}

/** The differences of two JSON values, in the order of their paths. Pure. */
export const compareFields = (from: unknown, to: unknown): readonly FieldChange[] => {
  const found: FieldChange[] = [];
  visit(from, to, { path: '', keys: [] }, found);
  return found;
};

interface At {
  readonly path: string;
  readonly keys: readonly string[];
}

const visit = (from: unknown, to: unknown, at: At, found: FieldChange[]): void => {
  if (equalJson(from, to)) return;
  if (isObject(from) && isObject(to)) {
    for (const key of [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()) {
      visit(own(from, key), own(to, key), { path: joinPath(at.path, key), keys: [...at.keys, key] }, found);
    }
  } else if (Array.isArray(from) && Array.isArray(to)) {
    const name = nameOf(from, to);
    if (name === undefined) visitItems(from, to, at, found);
    else visitNamed(from as readonly Item[], to as readonly Item[], name, at, found);
  } else if (isFew(to) && from === undefined) {
    // One line for each member says more than a map on one line.
    for (const key of Object.keys(to).sort()) {
      visit(undefined, to[key], { path: joinPath(at.path, key), keys: [...at.keys, key] }, found);
    }
  } else if (isFew(from) && to === undefined && isShared(at.keys)) {
    // Others have labels and annotations in the map, too, so it stays.
    for (const key of Object.keys(from).sort()) {
      visit(from[key], undefined, { path: joinPath(at.path, key), keys: [...at.keys, key] }, found);
    }
  } else {
    found.push({ ...at, from, to });
  }
};

/** How many members of a new map have a line each. */
const FEW = 12;

const isFew = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).length <= FEW;

const isShared = (keys: readonly string[]): boolean =>
  keys.length === 2 && keys[0] === 'metadata' && (keys[1] === 'labels' || keys[1] === 'annotations');

type Item = Readonly<Record<string, unknown>>;

/** What items of Kubernetes' lists are told apart by. */
const NAMES = ['name', 'key', 'id', 'mountPath', 'containerPort', 'port', 'ip', 'host', 'type'];

/** The member by which the items of both lists can be told apart. */
const nameOf = (from: readonly unknown[], to: readonly unknown[]): string | undefined =>
  from.length === 0 || to.length === 0
    ? undefined
    : NAMES.find((name) => [from, to].every((list) => isUnique(list, name)));

const isUnique = (list: readonly unknown[], name: string): boolean => {
  const names = list.map((item) => (isObject(item) ? own(item, name) : undefined));
  return (
    names.every((one) => typeof one === 'string' || typeof one === 'number') && new Set(names).size === names.length
  );
};

const visitNamed = (from: readonly Item[], to: readonly Item[], name: string, at: At, found: FieldChange[]): void => {
  const before = new Map(from.map((item) => [item[name], item]));
  const after = new Map(to.map((item) => [item[name], item]));
  const keys = [...at.keys, '*'];
  for (const one of new Set([...before.keys(), ...after.keys()])) {
    const shown = String(one);
    const path = `${at.path}[${shown.length > LONGEST_NAME || shown.includes('\n') ? indexOf(to, from, name, one) : shown}]`;
    const [a, b] = [before.get(one), after.get(one)];
    if (a !== undefined && b !== undefined) visit(a, b, { path, keys }, found);
    else found.push({ path, keys, from: a, to: b });
  }
  const kept = [...before.keys()].filter((one) => after.has(one));
  const now = [...after.keys()].filter((one) => before.has(one));
  if (!equalJson(kept, now)) found.push({ ...at, from: kept, to: now, isOrder: true });
};

const LONGEST_NAME = 80;

const indexOf = (to: readonly Item[], from: readonly Item[], name: string, value: unknown): number => {
  const index = to.findIndex((item) => item[name] === value);
  return index < 0 ? from.findIndex((item) => item[name] === value) : index;
};

/** What is the same at both ends stays; what is between is compared in order. */
const visitItems = (from: readonly unknown[], to: readonly unknown[], at: At, found: FieldChange[]): void => {
  let start = 0;
  while (start < from.length && start < to.length && equalJson(from[start], to[start])) start++;
  let end = 0;
  while (
    end < from.length - start &&
    end < to.length - start &&
    equalJson(from[from.length - 1 - end], to[to.length - 1 - end])
  )
    end++;
  const removed = from.slice(start, from.length - end);
  const added = to.slice(start, to.length - end);
  const keys = [...at.keys, '*'];
  if (removed.length === added.length && removed.every((item) => added.some((one) => equalJson(item, one)))) {
    found.push({ ...at, from, to, isOrder: true });
    return;
  }
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    visit(removed[index], added[index], { path: joinPath(at.path, start + index), keys }, found);
  }
};

const own = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
