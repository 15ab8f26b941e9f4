import { escapePattern } from '../../../json/escape-pattern.js';
import { isObject } from '../../../json/is-object.js';
import { PartlyKnown, PartlyKnownMap, UNKNOWN } from '../unknown.js';

/** The parts of the text of a key; undefined stands for an unknown part. */
type OpenKey = readonly (string | undefined)[];

/** The parts of a key that isn't known as a whole. */
export const openKey = (key: unknown): OpenKey => (key instanceof PartlyKnown ? key.parts : [undefined]);

const ANY: readonly OpenKey[] = [[undefined]];

/** A map as what is known of its keys; one that isn't known may have any. */
const asOpen = (value: unknown): Pick<PartlyKnownMap, 'known' | 'keys'> => {
  if (value === null) return { known: {}, keys: [] };
  if (value instanceof PartlyKnownMap) return value;
  return isObject(value) && !(value instanceof PartlyKnown)
    ? { known: value as Readonly<Record<string, unknown>>, keys: [] }
    : { known: {}, keys: ANY };
};

/** Later maps win. What a map has that isn't known may win over what is. */
export const mergeMaps = (maps: readonly unknown[]): unknown => {
  const known = new Map<string, unknown>();
  const keys: OpenKey[] = [];
  for (const map of maps.map(asOpen)) {
    for (const key of known.keys()) if (map.keys.some((parts) => fits(parts, key))) known.set(key, UNKNOWN);
    for (const [key, value] of Object.entries(map.known)) known.set(key, value);
    keys.push(...map.keys);
  }
  if (keys.length === 0) return Object.fromEntries(known);
  // Nothing is known of it.
  if (known.size === 0 && keys.some((parts) => parts.every((part) => part === undefined))) return UNKNOWN;
  return new PartlyKnownMap(Object.fromEntries(known), keys);
};

/** One of two maps; undefined if they aren't maps. */
export const eitherMap = (then: unknown, otherwise: unknown): PartlyKnownMap | undefined => {
  const isMap = (value: unknown): boolean => value === null || (isObject(value) && !(value instanceof PartlyKnown));
  if (!isMap(then) || !isMap(otherwise) || (then === null && otherwise === null)) return undefined;
  const [a, b] = [asOpen(then), asOpen(otherwise)];
  const names = [...new Set([...Object.keys(a.known), ...Object.keys(b.known)])];
  const isInBoth = (name: string): boolean => Object.hasOwn(a.known, name) && Object.hasOwn(b.known, name);
  const known = names
    .filter(isInBoth)
    .map((name) => [name, a.known[name] === b.known[name] ? a.known[name] : UNKNOWN] as const);
  return new PartlyKnownMap(Object.fromEntries(known), [
    ...names.filter((name) => !isInBoth(name)).map((name) => [name]),
    ...a.keys,
    ...b.keys,
  ]);
};

/** Whether a text may be one of which these parts are known. */
export const fits = (parts: OpenKey, text: string): boolean =>
  new RegExp(`^${parts.map((part) => (part === undefined ? '[^]*' : escapePattern(part))).join('')}$`).test(text);
