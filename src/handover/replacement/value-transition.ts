import { isObject } from '../../json/is-object.js';
import { type JsonPath, joinPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** What a change may do beside what it says. */
export interface Risk {
  /** What it may destroy: an object of that verb. */
  readonly loses?: string;
  /** What else the object or its workload may do: an infinitive. */
  readonly risks?: string;
  /** A clause with a subject of its own. */
  readonly effect: string;
  /** What to do so that it doesn't happen: an imperative, or a clause before one. */
  readonly instead: string;
}

/** A value that differs, with what is beside it and around it on both sides. */
export interface Step {
  readonly path: JsonPath;
  readonly from: unknown;
  readonly to: unknown;
  /** The map that has it, before and after; empty where there is none. */
  readonly was: JsonObject;
  readonly is: JsonObject;
  readonly roots: readonly [JsonObject, JsonObject];
  /** Of the values of a release. */
  readonly release?: { readonly name: string; readonly chart: string | undefined };
}

/** A way in which a value changes, and what that may do. */
export interface Transition extends Risk {
  /** The keys up to the value, with dots between them. */
  readonly path: RegExp;
  readonly from: (value: unknown, step: Step) => boolean;
  readonly to: (value: unknown, step: Step) => boolean;
  /** Where it does no harm. */
  readonly unless?: (step: Step) => boolean;
}

/** A risk, with the difference that brings it. */
export interface Hit extends Risk {
  /** As a plan has it: `spec.replicas 3 → not set`. */
  readonly words: string;
  /** What a chart has by default decides. */
  readonly isDefault: boolean;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isOn = (value: unknown): boolean => value === true;
/** A removed value counts, too: the default may be on. */
export const isOff = (value: unknown): boolean => value === false || isAbsent(value);
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Both, as a plan has them. Of a map or list, only that it was there. */
export const inWords = (from: unknown, to: unknown): string =>
  [from, to]
    .map((value) => {
      if (value === undefined) return 'not set';
      if (typeof value === 'object' && value !== null) return 'set';
      return typeof value === 'string' ? JSON.stringify(value) : String(value);
    })
    .join(' → ');

/** Every value below two maps that isn't the same in both. Items of lists count where both lists are as long. */
export const stepsBetween = function* (
  roots: readonly [JsonObject, JsonObject],
  release?: Step['release'],
): Generator<Step> {
  const of = release === undefined ? {} : { release };
  const inMaps = function* (was: JsonObject, is: JsonObject, path: JsonPath): Generator<Step> {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [from, to, at] = [ownOf(was, key), ownOf(is, key), [...path, key]];
      if (from === to) continue;
      yield { path: at, from, to, was, is, roots, ...of };
      yield* below(from, to, at);
    }
  };
  const below = function* (from: unknown, to: unknown, path: JsonPath): Generator<Step> {
    if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
      for (const [at, item] of from.entries()) yield* below(item, to[at], [...path, at]);
    } else if (isObject(from) || isObject(to)) {
      yield* inMaps(isObject(from) ? from : {}, isObject(to) ? to : {}, path);
    }
  };
  yield* inMaps(...roots, []);
};

const ownOf = (map: JsonObject, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);

/** The rows of a table that a value goes through. What a var says isn't known. */
export const matching = (table: readonly Transition[], step: Step): readonly Transition[] => {
  const { path, from, to } = step;
  if ([from, to].some((value) => typeof value === 'string' && holdsExpression(value))) return [];
  const keys = path.join('.');
  return table.filter(
    (row) => row.path.test(keys) && row.from(from, step) && row.to(to, step) && row.unless?.(step) !== true,
  );
};

export const pathBelow = (prefix: string, path: JsonPath): string => path.reduce<string>(joinPath, prefix);

/** @param prefix what the path starts from */
export const hitOf = ({ loses, risks, effect, instead }: Risk, { path, from, to }: Step, prefix: string): Hit => ({
  ...(loses === undefined ? {} : { loses }),
  ...(risks === undefined ? {} : { risks }),
  effect,
  instead,
  words: `${pathBelow(prefix, path)} ${inWords(from, to)}`,
  isDefault: to === undefined,
});
