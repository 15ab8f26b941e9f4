import { equalJson } from '../../json/equal-json.js';
import { isJsonArray, type Json } from '../../json/json-value.js';
import { childrenOf } from './compare-schemas.js';
import { type Kinds, kindsOf, type SchemaNode, takesAllOf } from './describe-type.js';
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
/** What a move of other keys from the same place to the same place adds. */
const ALIKE = 0.15;
/** Pairs of keys that are compared; a chart with more of them is another chart. */
const MOST_PAIRS = 400_000;

interface Key {
  readonly path: SchemaPath;
  readonly schema: SchemaNode;
  readonly kinds: Kinds;
  readonly default: Json | undefined;
  readonly parent: Key | undefined;
  readonly children: readonly Key[];
  readonly words: readonly string[];
  readonly around: ReadonlySet<string>;
  /** Of the whole path. */
  readonly all: ReadonlySet<string>;
  /** Paths of what it holds, relative to it; empty where it holds no keys. */
  readonly leaves: ReadonlySet<string>;
}

/** `podPriorityClassName` → pod, priority, class, name. */
const wordsOf = (name: string): readonly string[] =>
  name
    // `CRDs`: two words for the next line.
    .replace(/([A-Z]{2,})s(?![a-z])/g, '$1')
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
    kinds: kindsOf(schema),
    default: defaultAt(path),
    parent,
    children,
    words: wordsOf(String(namesOf(path.slice(-1))[0] ?? '')),
    around: new Set(namesOf(path.slice(0, -1)).flatMap(wordsOf)),
    all: new Set(namesOf(path).flatMap(wordsOf)),
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
  // `installCRDs` and `crds.install`.
  if (x !== y && a.all.size > 1 && share(a.all, b.all) === 1) return 1;
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
  if (!takesAllOf(b.kinds, a.kinds) && !takesAllOf(a.kinds, b.kinds)) return 0;
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

const isTaken = (key: Key, taken: ReadonlySet<Key>): boolean =>
  taken.has(key) || (key.parent !== undefined && isTaken(key.parent, taken));

/** The keys that are left once those in `taken` are told apart: a whole subtree is one key. */
const leftOf = (key: Key, taken: ReadonlySet<Key>): readonly Key[] => {
  if (taken.has(key)) return [];
  if (!withAllBelow(key).some((one) => taken.has(one))) return [key];
  return key.children.flatMap((child) => leftOf(child, taken));
};

/** From where to where a key moves, without what both paths end in; undefined where its own name is another one. */
const moveOf = ({ from, to }: Match): string | undefined => {
  let same = 0;
  while (same < from.path.length && same < to.path.length && from.path.at(-1 - same) === to.path.at(-1 - same)) same++;
  if (same === 0) return undefined;
  const start = ({ path }: Key) => printSchemaPath(path.slice(0, path.length - same));
  return `${start(from)}\0${start(to)}`;
};

/** Finds pairs in which each is the other's best, and no rival is close: maps first, then what is in none of them. */
class Matcher {
  readonly matches: Match[] = [];
  readonly #gone = new Set<Key>();
  readonly #fresh = new Set<Key>();
  readonly #likeness: (a: Key, b: Key) => number;

  constructor(isCommon: (name: string) => boolean) {
    const known = new Map<Key, Map<Key, number>>();
    this.#likeness = (a, b) => {
      const row = known.get(a) ?? new Map<Key, number>();
      known.set(a, row);
      const score = row.get(b) ?? likeness(a, b, isCommon);
      row.set(b, score);
      return score;
    };
  }

  get gone(): ReadonlySet<Key> {
    return this.#gone;
  }

  get fresh(): ReadonlySet<Key> {
    return this.#fresh;
  }

  run(removed: readonly Key[], added: readonly Key[]): void {
    const size = (key: Key): number => key.leaves.size;
    const gone = removed.flatMap(withAllBelow).sort((a, b) => size(b) - size(a));
    const fresh = added.flatMap(withAllBelow).sort((a, b) => size(b) - size(a));
    if (gone.length * fresh.length > MOST_PAIRS) return;
    const maps = (keys: readonly Key[]) => keys.filter(({ children }) => children.length > 0);
    const leaves = (keys: readonly Key[]) => keys.filter(({ children }) => children.length === 0);
    // What is clear by itself says from where to where keys move; that decides between what is alike otherwise.
    for (const moves of [undefined, () => this.#moves()]) {
      const seen = moves?.() ?? new Map<string, number>();
      this.#take(maps(gone), maps(fresh), seen);
      this.#take(leaves(gone), leaves(fresh), moves?.() ?? seen);
      if (moves === undefined) this.#forget((match) => this.#hasRival(match, fresh));
    }
  }

  #moves(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const match of this.matches) {
      const move = moveOf(match);
      if (move !== undefined) counts.set(move, (counts.get(move) ?? 0) + 1);
    }
    return counts;
  }

  /** Of a first guess, whether the keys beside it speak for another place of the same name. */
  #hasRival(match: Match, fresh: readonly Key[]): boolean {
    const moves = this.#moves();
    const count = (one: Match): number => moves.get(moveOf(one) ?? '') ?? 0;
    const own = count(match);
    return fresh.some(
      (to) =>
        to !== match.to &&
        to.path.at(-1) === match.to.path.at(-1) &&
        count({ from: match.from, to }) > Math.max(1, own),
    );
  }

  #forget(isWrong: (match: Match) => boolean): void {
    const wrong = this.matches.filter(isWrong);
    for (const match of wrong) {
      this.matches.splice(this.matches.indexOf(match), 1);
      this.#gone.delete(match.from);
      this.#fresh.delete(match.to);
    }
  }

  #take(from: readonly Key[], to: readonly Key[], moves: ReadonlyMap<string, number>): void {
    const score = (a: Key, b: Key): number => {
      const plain = this.#likeness(a, b);
      return plain > 0 && (moves.get(moveOf({ from: a, to: b }) ?? '') ?? 0) > 1 ? plain + ALIKE : plain;
    };
    for (const a of from) {
      if (this.#isClosed(a, this.#gone)) continue;
      const open = to.filter((b) => !this.#isClosed(b, this.#fresh));
      const best = clearBest(open, (b) => score(a, b));
      if (best === undefined) continue;
      const rivals = from.filter((one) => !this.#isClosed(one, this.#gone));
      if (clearBest(rivals, (one) => score(one, best)) !== a) continue;
      this.matches.push({ from: a, to: best });
      this.#gone.add(a);
      this.#fresh.add(best);
    }
  }

  /** Told already: the key, one above it, or one below it. */
  #isClosed(key: Key, taken: ReadonlySet<Key>): boolean {
    return isTaken(key, taken) || withAllBelow(key).some((one) => taken.has(one));
  }
}

/** The likely one, unless another is nearly as likely. */
const clearBest = (keys: readonly Key[], score: (key: Key) => number): Key | undefined => {
  let best: Key | undefined;
  let [first, second] = [0, 0];
  for (const key of keys) {
    const own = score(key);
    if (own > first) [best, first, second] = [key, own, first];
    else if (own > second) second = own;
  }
  return first >= LIKELY && second < first - CLOSE ? best : undefined;
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

/** Keys that both versions read, of which only one has a default: the old and the new form of something, maybe. */
export interface MovedDefaults {
  readonly from: readonly OneSided[];
  readonly to: readonly OneSided[];
}

/**
 * Looks among the keys that are gone and those that are new for the ones that were likely renamed or moved: by their
 * names, their places, what they hold and their defaults.
 */
export const guessRenames = (
  changes: readonly SchemaChange[],
  schemas: readonly [from: SchemaNode, to: SchemaNode],
  defaults: Defaults,
  moved: MovedDefaults = { from: [], to: [] },
): GuessedRenames => {
  const keysOf = (all: readonly SchemaChange[], kind: OneSided['kind'], defaultAt: DefaultAt): readonly Key[] =>
    all.flatMap((change) => (change.kind === kind ? [keyOf(change.path, change.schema, defaultAt, undefined)] : []));
  const removed = keysOf(changes, 'removed', defaults.from);
  const added = keysOf(changes, 'added', defaults.to);
  const stillRead = keysOf(moved.from, 'removed', defaults.from);
  const readBefore = keysOf(moved.to, 'added', defaults.to);
  const counts = countNames(schemas);
  const matcher = new Matcher((name) => (counts.get(name) ?? 0) > COMMON);
  matcher.run([...removed, ...stillRead], [...added, ...readBefore]);
  const { matches, gone, fresh } = matcher;
  const oneSided = (kind: OneSided['kind'], keys: readonly Key[], taken: ReadonlySet<Key>): readonly OneSided[] =>
    keys.flatMap((key) => leftOf(key, taken)).map(({ path, schema }) => ({ kind, path, schema }));
  const isStillRead = new Set(stillRead.flatMap(withAllBelow));
  const renamed = matches.map(({ from, to }) => ({
    kind: 'renamed' as const,
    path: from.path,
    to: to.path,
    schema: from.schema,
    toSchema: to.schema,
    ...(isStillRead.has(from) ? { isStillRead: true as const } : {}),
  }));
  return {
    changes: [
      ...changes.filter(({ kind }) => kind !== 'removed' && kind !== 'added'),
      ...oneSided('removed', removed, gone),
      ...oneSided('added', added, fresh),
      ...renamed.map(({ toSchema: _, ...one }) => one),
    ],
    renamed,
  };
};
