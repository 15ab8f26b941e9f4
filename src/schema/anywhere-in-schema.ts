import { isObject } from '../json/is-object.js';

/**
 * Makes a question that a schema answers with yes where it, or any part of it, has something. What it found is kept
 * with the question, for each part.
 */
export const anywhereInSchema = (has: (schema: Readonly<Record<string, unknown>>) => boolean) => {
  const known = new WeakMap<object, boolean>();
  const ask = (schema: unknown): boolean => {
    if (!isObject(schema)) return false;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // A kind that holds itself asks again on the way.
    known.set(schema, false);
    const { properties, items, additionalProperties } = schema;
    const found =
      has(schema) ||
      (isObject(properties) && Object.values(properties).some(ask)) ||
      ask(items) ||
      ask(additionalProperties);
    known.set(schema, found);
    return found;
  };
  return ask;
};
