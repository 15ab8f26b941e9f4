import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, startsWith, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';

/** A value that the new version does not take where it is. */
export interface Misplaced {
  readonly path: JsonPath;
  /** Where it likely belongs now; undefined where it has no place. */
  readonly to: JsonPath | undefined;
}

/** A value without what is at a path of it. */
export const without = (value: unknown, [step, ...rest]: JsonPath): unknown => {
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (index === step ? without(item, rest) : item));
    return items.filter((item) => item !== undefined);
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const { [step]: inner, ...others } = value;
  const left = without(inner, rest);
  return left === undefined ? others : { ...others, [step]: left };
};

const withValue = (value: unknown, [step, ...rest]: JsonPath, added: unknown): unknown => {
  if (step === undefined) return added;
  const base = fieldsOf(value);
  return { ...base, [step]: withValue(base[step], rest, added) };
};

/** Values as an upgrade likely wants them: what was renamed under its new name, and nothing that has no place. Pure. */
export const adjustValues = (values: JsonObject, misplaced: readonly Misplaced[]): JsonObject => {
  let adjusted: unknown = values;
  // From the end, so that what is left of a list keeps its indexes.
  for (const { path } of misplaced.toReversed()) adjusted = without(adjusted, path);
  for (const { path, to } of misplaced) {
    const isInside = misplaced.some(
      (other) => other.to !== undefined && other.path.length < path.length && startsWith(path, other.path),
    );
    if (to === undefined || isInside || to.some((step) => typeof step === 'number')) continue;
    adjusted = withValue(adjusted, to, valueAt(values, path));
  }
  return fieldsOf(adjusted);
};
