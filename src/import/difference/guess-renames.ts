import { equalJson } from '../../json/equal-json.js';
import { isJsonArray, type Json } from '../../json/json-value.js';
import { childrenOf } from './compare-schemas.js';
import { kindsOf, type SchemaNode, takesAllOf } from './describe-type.js';
import type { OneSided, Renamed, SchemaChange } from './schema-change.js';
import { printSchemaPath, type SchemaPath } from './schema-path.js';

/** What holds at a path of one version without it being set. */
export type DefaultAt = (path: SchemaPath) => Json | undefined;

export interface Defaults {
  readonly from: DefaultAt;
  readonly to: DefaultAt;
}

/** From here on a pair of keys is told as a rename. */
const LIKELY = 0.62;
/** A guess with a rival this close isn't told. */
const CLOSE = 0.06;
/** A name that stands in so many places says little. */
const COMMON = 4;
/** Keys compared with each other; a chart that is rewritten has no renames to find. */
const MOST_KEYS = 600;

interface Key {
  readonly path: SchemaPath;
  readonly schema: SchemaNode;
  readonly default: Json | undefined;
  readonly parent: Key | undefined;
  readonly children: readonly Key[];
  readonly words: readonly string[];
  readonly around: ReadonlySet<string>;
  /** Paths of what it holds, relative to it; empty where it holds no keys. */
  readonly leaves: ReadonlySet<string>;
}

/** `podPriorityClassName` → pod, priority, class, name. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));

const share = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number => {
  if (a.size === 0 && b.size === 0) return 1;
  let both = 0;
  for (const one of a) if (b.has(one)) both++;
  return both / (a.size + b.size - both);
};

const namesOf = (path: SchemaPath): readonly string[] => path.filter((step) => typeof step === 'string');

const leavesOf = (schema: SchemaNode, path: SchemaPath = []): readonly string[] => {
  const children = childrenOf(schema);
  if (children.length === 0) return path.length === 0 ? [] : [printSchemaPath(path)];
  return children.flatMap(([step, child]) => leavesOf(child, [...path, step]));
};

const keyOf = (path: SchemaPath, schema: SchemaNode, defaultAt: DefaultAt, parent: Key | undefined): Key => {
  const children: Key[] = [];
  const key: Key = {
    path,
    schema,
    default: defaultAt(path),
    parent,
    children,
    words: wordsOf(String(namesOf(path.slice(-1))[0] ?? '')),
    around: new Set(namesOf(path.slice(0, -1)).flatMap(wordsOf)),
    leaves: new Set(leavesOf(schema)),
  };
  for (const [step, child] of childrenOf(schema)) {
    // What every item or key holds has no name of its own.
    if (typeof step === 'string') children.push(keyOf([...path, step], child, defaultAt, key));
  }
  return key;
};

const withAllBelow = (key: Key): readonly Key[] => [key, ...key.children.flatMap(withAllBelow)];

const isPlain = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'boolean' ||
  value === '' ||
  value === 0 ||
  value === 1 ||
  (typeof value === 'object' && (isJsonArray(value) ? value.length : Object.keys(value).length) === 0);

const nameLikeness = (a: Key, b: Key, isCommon: (name: string) => boolean): number => {
  const [x, y] = [a.words.join(''), b.words.join('')];
  if (x === y) return isCommon(x) ? 0.6 : 1;
  return share(new Set(a.words), new Set(b.words));
};

/** A key that moves one level up or down keeps what the other place lacks. */
const placeLikeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return [...few].every((word) => many.has(word)) ? Math.max(0.35, share(a, b)) : share(a, b);
};

/** How likely a key is another one's new name, from 0 to 1. */
const likeness = (a: Key, b: Key, isCommon: (name: string) => boolean): number => {
  const [was, is] = [kindsOf(a.schema), kindsOf(b.schema)];
  if (!takesAllOf(is, was) && !takesAllOf(was, is)) return 0;
  const name = nameLikeness(a, b, isCommon);
  const place = placeLikeness(a.around, b.around);
  if (a.leaves.size > 0 || b.leaves.size > 0) {
    const inside = share(a.leaves, b.leaves);
    // Two or three keys are alike by chance.
    return Math.min(a.leaves.size, b.leaves.size) < 4
      ? 0.5 * name + 0.25 * place + 0.25 * inside
      : 0.3 * name + 0.15 * place + 0.55 * inside;
  }
  if (!equalJson(a.default, b.default)) return 0.5 * name + 0.3 * place + 0.02;
  return isPlain(a.default) ? 0.5 * name + 0.3 * place + 0.1 : 0.3 * name + 0.3 * place + 0.4;
};

interface Match {
  readonly from: Key;
  readonly to: Key;
}

/** Pairs in which each is the other's best, and no rival is close. */
const bestPairs = (from: readonly Key[], to: readonly Key[], isCommon: (name: string) => boolean): readonly Match[] => {
  if (from.length > MOST_KEYS || to.length > MOST_KEYS) return [];
  const scores = from.map((a) => to.map((b) => likeness(a, b, isCommon)));
  const column = (at: number) => scores.map((row) => row[at]!);
  const isClear = (all: readonly number[], at: number): boolean =>
    all.every((score, index) => index === at || score < all[at]! - CLOSE);
  return from.flatMap((a, row) =>
    to.flatMap((b, at) =>
      scores[row]![at]! >= LIKELY && isClear(scores[row]!, at) && isClear(column(at), row) ? [{ from: a, to: b }] : [],
    ),
  );
};

const isTaken = (key: Key, taken: ReadonlySet<Key>): boolean =>
  taken.has(key) || (key.parent !== undefined && isTaken(key.parent, taken));

/** The keys that are left once those in `taken` are told apart: a whole subtree is one key. */
const leftOf = (key: Key, taken: ReadonlySet<Key>): readonly Key[] => {
  if (taken.has(key)) return [];
  if (!withAllBelow(key).some((one) => taken.has(one))) return [key];
  return key.children.flatMap((child) => leftOf(child, taken));
};

/** How many keys of both versions have a name. */
const countNames = (schemas: readonly SchemaNode[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const visit = (schema: SchemaNode): void => {
    for (const [step, child] of childrenOf(schema)) {
      if (typeof step === 'string') {
        const name = wordsOf(step).join('');
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      visit(child);
    }
  };
  for (const schema of schemas) visit(schema);
  return counts;
};

export interface GuessedRenames {
  /** The changes, with the renamed keys told as such. */
  readonly changes: readonly SchemaChange[];
  readonly renamed: readonly (Renamed & { readonly toSchema: SchemaNode })[];
}

/**
 * Looks among the keys that are gone and those that are new for the ones that were likely renamed or moved: by their
 * names, their places, what they hold and their defaults.
 */
export const guessRenames = (
  changes: readonly SchemaChange[],
  schemas: readonly [from: SchemaNode, to: SchemaNode],
  defaults: Defaults,
): GuessedRenames => {
  const roots = (kind: OneSided['kind'], defaultAt: DefaultAt): readonly Key[] =>
    changes.flatMap((change) =>
      change.kind === kind ? [keyOf(change.path, change.schema, defaultAt, undefined)] : [],
    );
  const removed = roots('removed', defaults.from);
  const added = roots('added', defaults.to);
  if (removed.length === 0 || added.length === 0) return { changes, renamed: [] };
  const counts = countNames(schemas);
  const isCommon = (name: string): boolean => (counts.get(name) ?? 0) > COMMON;
  const [goneKeys, newKeys] = [new Set<Key>(), new Set<Key>()];
  const matches: Match[] = [];
  const take = (pairs: readonly Match[]): void => {
    for (const match of pairs) {
      matches.push(match);
      goneKeys.add(match.from);
      newKeys.add(match.to);
    }
  };
  take(bestPairs(removed, added, isCommon));
  const free = (keys: readonly Key[], taken: ReadonlySet<Key>): readonly Key[] =>
    keys.flatMap(withAllBelow).filter((key) => !isTaken(key, taken) && key.children.length === 0);
  take(bestPairs(free(removed, goneKeys), free(added, newKeys), isCommon));
  const oneSided = (kind: OneSided['kind'], keys: readonly Key[], taken: ReadonlySet<Key>): readonly OneSided[] =>
    keys.flatMap((key) => leftOf(key, taken)).map(({ path, schema }) => ({ kind, path, schema }));
  const renamed = matches.map(({ from, to }) => ({
    kind: 'renamed' as const,
    path: from.path,
    to: to.path,
    schema: from.schema,
    toSchema: to.schema,
  }));
  return {
    changes: [
      ...changes.filter(({ kind }) => kind !== 'removed' && kind !== 'added'),
      ...oneSided('removed', removed, goneKeys),
      ...oneSided('added', added, newKeys),
      ...renamed.map(({ toSchema: _, ...one }) => one),
    ],
    renamed,
  };
};
