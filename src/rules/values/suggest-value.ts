import { nearest } from '../../diagnostics/did-you-mean.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath, valueAt } from '../../json/json-path.js';
import { below, propertiesOf, propertyOf } from './schema-steps.js';

/** What was probably intended instead of a key that the chart doesn't read. */
export type Twin =
  /** The path of another name in the same place, or one where the chart splits the name (`image.pullPolicy`) or joins it. */
  | { readonly kind: 'name'; readonly name: string }
  /** The same key above or below. */
  | { readonly kind: 'depth'; readonly path: string; readonly levels: number }
  /** The map is one level too many: the chart reads its keys a level up. */
  | { readonly kind: 'wrapper'; readonly keys: readonly string[]; readonly path: string };

/** The input of {@link suggestValue}. */
export interface TwinQuery {
  /** The chart's schema. */
  readonly schema: unknown;
  /** The whole path of the key that isn't read. */
  readonly path: JsonPath;
  /** The keys that the chart reads next to it. */
  readonly siblings: readonly string[];
  /** What the release sets, without the chart's defaults. */
  readonly values: unknown;
  /** The number of places in which the chart reads a key. */
  readonly placesOf: (key: string) => number;
  /** Whether a value satisfies a schema. */
  readonly fits: (schema: unknown, value: unknown) => boolean;
}

/** Words that charts use for the same thing, so that a suggestion can be found although the names look different. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['database', 'databasename', 'db', 'dbname', 'name'],
  ['user', 'username', 'login'],
  ['password', 'pass', 'passwd', 'pwd'],
  ['host', 'hostname', 'address', 'endpoint', 'url', 'server'],
  ['replicas', 'replicacount'],
  ['loglevel', 'level', 'verbosity'],
  ['enabled', 'enable', 'create'],
  ['tag', 'version'],
  ['serviceaccount', 'sa'],
  ['env', 'environment', 'extraenv'],
];

/** The most letters that a typo changes; a name that differs more is another name. */
const MISSPELT = 2;
/** A key in more places than this is one that each section has, such as `enabled` or `annotations`. */
const RARE = 3;
/** Suffixes that don't change the meaning of a name: `storageClass` and `storageClassName`. */
const EMPTY_WORD = /^(name|vars|config|settings|spec|list|count|values?|ref)$/;
/** How many levels below to look for the same key: users don't forget more maps than that. */
const DEEPEST = 3;

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

type Sort = 'object' | 'array' | 'scalar';

const sortOfType = (type: unknown): Sort => (type === 'object' || type === 'array' ? type : 'scalar');

/** Undefined for a value that fits every sort. */
const sortOf = (value: unknown): Sort | undefined =>
  value === undefined || value === null
    ? undefined
    : Array.isArray(value)
      ? 'array'
      : isObject(value)
        ? 'object'
        : 'scalar';

/**
 * Whether a key takes a value of the given sort: a map, a list, or something else. A misspelt key still has a value of
 * the right sort.
 */
const isOfSort = (node: unknown, sort: Sort | undefined): boolean => {
  const type = isObject(node) ? node['type'] : undefined;
  if (sort === undefined || type === undefined) return true;
  return Array.isArray(type) ? type.some((one) => sortOfType(one) === sort) : sortOfType(type) === sort;
};

/** Whether one name is the other plus a meaningless word: `extraEnv` and `extraEnvVars`. Both are plain names. */
const isLonger = (key: string, name: string): boolean => {
  const [short, long] = key.length < name.length ? [key, name] : [name, key];
  return long.startsWith(short) && EMPTY_WORD.test(long.slice(short.length));
};

/** The number of places in which the chart reads each key. */
export const countPlaces = (schema: unknown): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  // A generated schema may contain itself.
  const seen = new Set<object>();
  const visit = (at: unknown): void => {
    if (!isObject(at) || seen.has(at)) return;
    seen.add(at);
    const properties = propertiesOf(at);
    for (const key of Object.keys(properties)) places.set(key, (places.get(key) ?? 0) + 1);
    for (const inner of [...Object.values(properties), at['additionalProperties'], at['items']]) visit(inner);
  };
  visit(schema);
  return places;
};

/** A name next to the key that the release doesn't already set. */
const siblingOf = (key: string, value: unknown, { path, siblings, fits }: TwinQuery, parent: unknown, set: object) => {
  const node = (name: string): unknown => propertyOf(parent, name);
  const free = siblings.filter((name) => !Object.hasOwn(set, name));
  const sort = sortOf(value);
  const ofSort = free.filter((name) => isOfSort(node(name), sort));
  const limit = Math.min(MISSPELT, Math.max(1, Math.floor(key.length / 3)));
  const near = nearest(key, ofSort, limit);
  if (near !== undefined) return near;
  const word = plain(key);
  const group = SYNONYMS.find((words) => words.includes(word));
  // Comparing names costs less than checking a value.
  const takes = (name: string): boolean => node(name) === undefined || fits(node(name), value);
  return (
    (group && ofSort.find((name) => group.includes(plain(name)) && takes(name))) ??
    ofSort.find((name) => isLonger(word, plain(name)) && takes(name)) ??
    // `prometheusSpec` in `prometheus`
    ofSort.find((name) => plain(name) === plain(String(path.at(-2))) + word && takes(name))
  );
};

/** `imagePullPolicy` where the chart reads `image.pullPolicy`, or the reverse. */
const splitOrJoined = (path: JsonPath, value: unknown, query: TwinQuery, nodes: readonly unknown[]) => {
  const key = String(path.at(-1));
  const parentPath = path.slice(0, -1);
  const whole = plain(key);
  for (const [name, inner] of Object.entries(propertiesOf(nodes.at(-1)))) {
    const first = plain(name);
    if (!whole.startsWith(first) || whole === first) continue;
    for (const [part, node] of Object.entries(propertiesOf(inner))) {
      const there = [...parentPath, name, part];
      if (first + plain(part) === whole && isFree(there, node, value, query)) return there;
    }
  }
  const owner = parentPath.at(-1);
  if (typeof owner !== 'string') return undefined;
  const word = plain(owner) + whole;
  const joined = Object.entries(propertiesOf(nodes.at(-2))).find(([name]) => plain(name) === word);
  if (joined === undefined) return undefined;
  const there = [...parentPath.slice(0, -1), joined[0]];
  return isFree(there, joined[1], value, query) ? there : undefined;
};

/** Whether the value could be moved there: nothing else is set, and the chart accepts it. */
const isFree = (path: JsonPath, node: unknown, value: unknown, { values, fits }: TwinQuery): boolean =>
  valueAt(values, path) === undefined && fits(node, value);

/** The same key in an enclosing map, the nearest first. */
const above = (path: JsonPath, value: unknown, query: TwinQuery, nodes: readonly unknown[]): Twin | undefined => {
  const key = String(path.at(-1));
  if (query.placesOf(key) > RARE) return undefined;
  let levels = 0;
  for (let depth = path.length - 2; depth >= 0; depth--) {
    if (typeof path[depth] === 'string') levels++;
    const node = propertyOf(nodes[depth], key);
    if (node === undefined) continue;
    // A map isn't moved into itself.
    if (path[depth] === key) return undefined;
    const there = [...path.slice(0, depth), key];
    if (isFree(there, node, value, query)) return { kind: 'depth', path: printPath(there), levels: -levels };
  }
  return undefined;
};

/** The same key in a map next to the one that isn't read, if there is exactly one such place. */
const beneath = (path: JsonPath, value: unknown, query: TwinQuery, parent: unknown): Twin | undefined => {
  const key = String(path.at(-1));
  let level = [{ node: parent, at: path.slice(0, -1) }];
  for (let levels = 1; levels <= DEEPEST; levels++) {
    const next: typeof level = [];
    for (const { node, at } of level) {
      if (!isObject(node)) continue;
      const { additionalProperties } = node;
      const names = new Set(Object.keys(propertiesOf(node)));
      // Keys that the user chooses are those that the release sets.
      const given = valueAt(query.values, at);
      if (isObject(additionalProperties) && isObject(given)) for (const name of Object.keys(given)) names.add(name);
      for (const name of names) next.push({ node: below(node, name), at: [...at, name] });
    }
    const found = next.filter(({ node }) => {
      const inner = propertyOf(node, key);
      return inner !== undefined && query.fits(inner, value);
    });
    const [one] = found;
    if (one !== undefined) {
      const there = [...one.at, key];
      const isClear = found.length === 1 && valueAt(query.values, there) === undefined;
      return isClear ? { kind: 'depth', path: printPath(there), levels } : undefined;
    }
    level = next;
  }
  return undefined;
};

/** Whether a map only repeats the end of the name around it: `prometheusSpec.spec`. */
const isSaidTwice = (path: JsonPath): boolean => {
  const [owner, key] = path.slice(-2).map((step) => plain(String(step)));
  return owner !== undefined && key !== undefined && EMPTY_WORD.test(key) && owner.endsWith(key);
};

/** A map that only has keys of the enclosing map. */
const wrapperOf = (path: JsonPath, value: unknown, query: TwinQuery, parent: unknown): Twin | undefined => {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const known = propertiesOf(parent);
  const isRead = keys.every((key) => Object.hasOwn(known, key) && query.fits(known[key], value[key]));
  const isTelling = keys.length > 1 || (keys.length === 1 && (query.placesOf(keys[0]!) === 1 || isSaidTwice(path)));
  return isRead && isTelling ? { kind: 'wrapper', keys, path: printPath(path.slice(0, -1)) } : undefined;
};

const nearer = (a: Twin | undefined, b: Twin | undefined): Twin | undefined => {
  if (a?.kind !== 'depth' || b?.kind !== 'depth') return a ?? b;
  return Math.abs(b.levels) < Math.abs(a.levels) ? b : a;
};

/**
 * The key that was probably intended: a name next to it, else the same key above or below. Keys elsewhere in the chart
 * aren't suggested, since they may be about something else.
 */
export const suggestValue = (query: TwinQuery): Twin | undefined => {
  const { path, schema, values } = query;
  const key = String(path.at(-1));
  const nodes = [schema];
  for (const step of path.slice(0, -1)) nodes.push(below(nodes.at(-1), step));
  const parent = nodes.at(-1);
  const value = valueAt(values, path);
  const beside = valueAt(values, path.slice(0, -1));
  const name = siblingOf(key, value, query, parent, isObject(beside) ? beside : {});
  if (name !== undefined) return { kind: 'name', name: printPath([...path.slice(0, -1), name]) };
  const split = splitOrJoined(path, value, query, nodes);
  if (split !== undefined) return { kind: 'name', name: printPath(split) };
  const wrapper = wrapperOf(path, value, query, parent);
  if (wrapper !== undefined || query.placesOf(key) === 0) return wrapper;
  return nearer(above(path, value, query, nodes), beneath(path, value, query, parent));
};

/** The text after `fix`. */
export const fixTwin = (twin: Twin): string => {
  if (twin.kind === 'name') return `did you mean "${twin.name}"?`;
  if (twin.kind === 'depth') {
    const count = Math.abs(twin.levels);
    const way = `${count === 1 ? 'one level' : `${count} levels`} ${twin.levels < 0 ? 'up' : 'down'}`;
    return `did you mean "${twin.path}"? the chart reads this key there, ${way}`;
  }
  const names = twin.keys.map((key) => `"${key}"`).join(', ');
  const place = twin.path === '' ? 'at the root of the values' : `in "${twin.path}"`;
  return `move what is in it one level up: the chart reads ${names} ${place}`;
};
