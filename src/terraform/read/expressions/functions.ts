import { isObject } from '../../../json/is-object.js';
import { HIDDEN, PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';
import { mergeMaps } from './open-maps.js';

type Fn = (...args: readonly unknown[]) => unknown;

/** What a list may grow to. */
const MOST_ITEMS = 10_000;

/** Whether a value is known to its last leaf. */
export const isKnown = (value: unknown): boolean => {
  if (value === UNKNOWN || value === HIDDEN || value instanceof PartlyKnown || value instanceof PartlyKnownMap)
    return false;
  if (Array.isArray(value)) return value.every(isKnown);
  return isObject(value) ? Object.values(value).every(isKnown) : true;
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !(value instanceof PartlyKnown) && !(value instanceof PartlyKnownMap);

const ofText =
  (change: (text: string) => string): Fn =>
  (text) =>
    typeof text === 'string' ? change(text) : UNKNOWN;

const ofList =
  (change: (list: readonly unknown[]) => unknown): Fn =>
  (list) =>
    Array.isArray(list) ? change(list as readonly unknown[]) : UNKNOWN;

/** Those items that are known to be equal or different are compared; others make the result unknown. */
const distinct = (list: readonly unknown[]): unknown =>
  list.every((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
    ? [...new Set(list)]
    : UNKNOWN;

/** JSON in which unknown parts stay apart, inside of texts, too. JSON is YAML, too, so it serves for yamlencode(). */
const encode: Fn = (value) => {
  const [whole, part] = ['\u0000', '\u0001'];
  const seen = JSON.stringify(value, (_, one: unknown) => {
    if (one === UNKNOWN || one === HIDDEN || one instanceof PartlyKnownMap) return whole;
    return one instanceof PartlyKnown ? one.parts.map((known) => known ?? part).join('') : one;
  });
  const parts = seen.split(/"\\u0000"|\\u0001/);
  return parts.length === 1
    ? seen
    : new PartlyKnown(parts.flatMap((known, at) => (at === 0 ? [known] : [undefined, known])));
};

const FUNCTIONS: Readonly<Record<string, Fn>> = {
  coalesce: (...args) => {
    for (const one of args) {
      if (one === UNKNOWN || one === HIDDEN || one instanceof PartlyKnown || one instanceof PartlyKnownMap)
        return UNKNOWN;
      if (one !== null && one !== '') return one;
    }
    return UNKNOWN;
  },
  compact: ofList((list) =>
    list.every((one) => typeof one === 'string' || one === null)
      ? list.filter((one) => one !== '' && one !== null)
      : UNKNOWN,
  ),
  concat: (...lists) => {
    if (!lists.every((one) => Array.isArray(one))) return UNKNOWN;
    const all = lists.flat();
    return all.length > MOST_ITEMS ? UNKNOWN : all;
  },
  distinct: ofList(distinct),
  element: (list, index) =>
    Array.isArray(list) && list.length > 0 && typeof index === 'number' && index >= 0
      ? (list[index % list.length] as unknown)
      : UNKNOWN,
  format: (pattern, ...args) => {
    if (typeof pattern !== 'string') return UNKNOWN;
    let next = 0;
    let isSimple = true;
    const text = pattern.replace(/%(.?)/g, (_, verb: string) => {
      if (verb === '%') return '%';
      const value = args[next++];
      if ((verb === 's' || verb === 'v') && typeof value === 'string') return value;
      if ((verb === 'd' || verb === 's' || verb === 'v') && Number.isSafeInteger(value)) return `${value as number}`;
      isSimple = false;
      return '';
    });
    return isSimple && next === args.length ? text : UNKNOWN;
  },
  join: (separator, list) =>
    typeof separator === 'string' && Array.isArray(list) && list.every((one) => typeof one === 'string')
      ? list.join(separator)
      : UNKNOWN,
  jsonencode: encode,
  keys: (map) => (isMap(map) ? Object.keys(map).sort() : UNKNOWN),
  length: (value) =>
    Array.isArray(value)
      ? value.length
      : typeof value === 'string'
        ? [...value].length
        : isMap(value)
          ? Object.keys(value).length
          : UNKNOWN,
  lookup: (map, key, otherwise) =>
    isMap(map) && typeof key === 'string'
      ? Object.hasOwn(map, key)
        ? map[key]
        : otherwise === undefined
          ? UNKNOWN
          : otherwise
      : UNKNOWN,
  lower: ofText((text) => text.toLowerCase()),
  merge: (...maps) => mergeMaps(maps),
  nonsensitive: (value) => value,
  replace: (text, from, to) =>
    typeof text === 'string' &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    !/^\/.*\/$/s.test(from) &&
    from !== ''
      ? text.replaceAll(from, () => to)
      : UNKNOWN,
  sensitive: () => HIDDEN,
  tolist: (value) => (Array.isArray(value) ? value : UNKNOWN),
  tomap: (value) => (isMap(value) || value instanceof PartlyKnownMap ? value : UNKNOWN),
  toset: ofList(distinct),
  tostring: (value) =>
    typeof value === 'string' || value === null
      ? value
      : typeof value === 'boolean' || Number.isSafeInteger(value)
        ? `${value as number | boolean}`
        : UNKNOWN,
  trimprefix: (text, prefix) =>
    typeof text === 'string' && typeof prefix === 'string'
      ? text.startsWith(prefix)
        ? text.slice(prefix.length)
        : text
      : UNKNOWN,
  trimspace: ofText((text) => text.trim()),
  trimsuffix: (text, suffix) =>
    typeof text === 'string' && typeof suffix === 'string'
      ? suffix !== '' && text.endsWith(suffix)
        ? text.slice(0, -suffix.length)
        : text
      : UNKNOWN,
  try: (first) => (first !== undefined && isKnown(first) ? first : UNKNOWN),
  upper: ofText((text) => text.toUpperCase()),
  values: (map) =>
    isMap(map)
      ? Object.keys(map)
          .sort()
          .map((key) => map[key])
      : UNKNOWN,
  yamlencode: encode,
};

/**
 * Calls a function of Terraform whose result depends on its arguments alone. Those that read files, the clock or chance are
 * unknown, and so are those that aren't listed here: https://developer.hashicorp.com/terraform/language/functions
 */
export const callFunction = (name: string, args: readonly unknown[]): unknown =>
  Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]!(...args) : UNKNOWN;
