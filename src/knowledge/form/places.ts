import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, joinPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';

/** A field of two objects that a path leads to. */
export interface FieldOfBoth {
  /** `spec.volumes[data].emptyDir` */
  readonly text: string;
  /** The keys; in a list of which items are matched by a name, as far as to the list. */
  readonly path: JsonPath;
  /** The map that has it on both sides; empty where there is none. */
  readonly holder: readonly [JsonObject, JsonObject];
  readonly was: unknown;
  readonly is: unknown;
}

/**
 * The fields to which the steps of a path lead in two objects. Items of lists are matched by what names them, and one
 * without a name isn't compared. Below `**`, only what differs is looked at, and items count where both lists are as long.
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
      // Of an item that is new or goes, only a row about items has something to say.
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

/** Items of a list by what names them; one that has no name isn't compared. */
const itemsBy = (list: unknown, by: readonly string[]): ReadonlyMap<string, unknown> =>
  new Map(
    objectsOf(list).flatMap((item) => {
      const name = valueAt(item, by);
      return name === undefined ? [] : [[isObject(name) ? Object.values(name).join('/') : String(name), item] as const];
    }),
  );

/** Every field below two maps that isn't the same in both. Items of lists count where both lists are as long. */
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

/** Whether a path ends in what stands behind `**`: keys, and `*` for any one key or index. */
export const endsIn = (path: JsonPath, tail: readonly string[]): boolean =>
  path.length >= tail.length &&
  tail.every((step, at) => step === '*' || String(path[path.length - tail.length + at]) === step);
