import { isObject } from '../json/is-object.js';

/** A text for each value, alike for equal ones whatever the order of their keys: what a set of values needs for a key. */
export const canonicalText = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(canonicalText).join()}]`
    : isObject(value)
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`)
          .join()}}`
      : (JSON.stringify(value) ?? 'null');
