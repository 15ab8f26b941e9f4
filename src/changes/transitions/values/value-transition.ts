import type { Severity } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonPath } from '../../../json/json-path.js';
import type { JsonObject } from '../../../json/json-value.js';
import type { Harm } from '../../../knowledge/form/effect.js';

/** A value that differs, with what is beside it and around it on both sides. */
export interface Step {
  readonly path: JsonPath;
  readonly from: unknown;
  readonly to: unknown;
  /** The map that has it, before and after; empty where there is none. */
  readonly was: JsonObject;
  readonly is: JsonObject;
  /** All values. */
  readonly roots: readonly [JsonObject, JsonObject];
  readonly release: { readonly name: string; readonly chart: string | undefined };
}

/** A way in which a value changes that many charts have, and what that may do. */
export interface ValueTransition extends Omit<Harm, 'severity'> {
  /** @default warning */
  readonly severity?: Severity;
  /** The keys up to the value, with dots between them. */
  readonly path: RegExp;
  readonly from: (value: unknown, step: Step) => boolean;
  readonly to: (value: unknown, step: Step) => boolean;
  /** Where it does no harm. */
  readonly unless?: (step: Step) => boolean;
}

/** Every value that isn't the same in both. Items of lists count where both lists are as long. */
export const stepsBetween = function* (
  roots: readonly [JsonObject, JsonObject],
  release: Step['release'],
): Generator<Step> {
  const inMaps = function* (was: JsonObject, is: JsonObject, path: JsonPath): Generator<Step> {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [from, to, at] = [ownOf(was, key), ownOf(is, key), [...path, key]];
      if (from === to) continue;
      yield { path: at, from, to, was, is, roots, release };
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
