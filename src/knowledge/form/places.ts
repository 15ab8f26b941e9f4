import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, joinPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';

/** A field that a path leads to in two objects. */
export interface FieldOfBoth {
  /** `spec.volumes[data].emptyDir` */
  readonly text: string;
  /** The keys; if items of a list are matched by name, the path ends at that list. */
  readonly path: JsonPath;
  /** The map that has it on both sides; empty if missing. */
  readonly holder: readonly [JsonObject, JsonObject];
  readonly was: unknown;
  readonly is: unknown;
}

/**
 * The fields to which the steps of a path lead in two objects. Items of lists are matched by name, and items without a
 * name aren't compared. Below `**`, only differences count, and items count if both lists have the same length.
 */
export const fieldsOfBoth = function* (from: unknown, to: unknown, steps: readonly string[]): Generator<FieldOfBoth> {
  yield* walk({ text: '', path: [], holder: [{}, {}], was: from, is: to }, steps, false);
};

const walk = function* (
  place: FieldOfBoth,
  [step, ...rest]: readonly string[],
  isInList: boolean,
): Generator<FieldOfBoth> {
  const { text, path, was, is } = place;
  if (step === undefined) {
    yield { ...place, was: was ?? undefined, is: is ?? undefined };
    return;
  }
  if (step.startsWith('[')) {
    const by = step.slice(1, -1).split('.');
    const [had, has] = [itemsBy(was, by), itemsBy(is, by)];
    for (const name of new Set([...had.keys(), ...has.keys()])) {
      // Only rows about items cover added and removed items.
      if (rest.length > 0 && !(had.has(name) && has.has(name))) continue;
      const item = { ...place, text: `${text}[${name}]`, was: had.get(name), is: has.get(name) };
      yield* walk(item, rest, true);
    }
    return;
  }
  const holder = [fieldsOf(was), fieldsOf(is)] as const;
  const keys = step === '*' ? new Set([...Object.keys(holder[0]), ...Object.keys(holder[1])]) : [step];
  for (const key of keys) {
    const field = {
      text: joinPath(text, key),
      path: isInList ? path : [...path, key],
      holder,
      was: holder[0][key],
      is: holder[1][key],
    };
    yield* walk(field, rest, isInList);
  }
};

/** Items of a list by name; items without a name aren't compared. */
const itemsBy = (list: unknown, by: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(
    objectsOf(list).flatMap((item) => {
      const name = valueAt(item, by);
      return name === undefined ? [] : [[isObject(name) ? Object.values(name).join('/') : String(name), item] as const];
    }),
  );

/** Every field below two maps that differs. Items of lists count if both lists have the same length. */
export const differencesBelow = function* (
  was: JsonObject,
  is: JsonObject,
  path: JsonPath = [],
): Generator<Omit<FieldOfBoth, 'text'>> {
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [from, to, at] = [ownOf(was, key), ownOf(is, key), [...path, key]];
    if (from === to) continue;
    yield { path: at, was: from, is: to, holder: [was, is] };
    yield* below(from, to, at);
  }
};

const below = function* (from: unknown, to: unknown, path: JsonPath): Generator<Omit<FieldOfBoth, 'text'>> {
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [at, item] of from.entries()) yield* below(item, to[at], [...path, at]);
  } else if (isObject(from) || isObject(to)) {
    yield* differencesBelow(isObject(from) ? from : {}, isObject(to) ? to : {}, path);
  }
};

const ownOf = (map: JsonObject, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);

/** Whether a path ends with the steps after `**`: keys, and `*` for any key or index. */
export const endsIn = (path: JsonPath, tail: readonly string[]): boolean =>
  path.length >= tail.length &&
  tail.every((step, at) => step === '*' || String(path[path.length - tail.length + at]) === step);
