import { isObject } from '../json/is-object.js';

/**
 * Makes a question that a schema answers with yes where it, or any part of it, has something. What it found is kept
 * with the question, for each part.
 */
export const anywhereInSchema = (has: (schema: Part) => boolean) => {
  const known = new WeakMap<object, boolean>();
  /** @param seen on the way to this part: a kind that holds itself comes by again */
  const look = (schema: Part, seen: Set<object>): boolean => {
    seen.add(schema);
    const { properties, items, additionalProperties } = schema;
    const below = (part: unknown): boolean =>
      isObject(part) && (known.get(part) ?? (!seen.has(part) && look(part, seen)));
    const found =
      has(schema) ||
      (isObject(properties) && Object.values(properties).some(below)) ||
      below(items) ||
      below(additionalProperties);
    if (found) known.set(schema, true);
    return found;
  };
  return (schema: unknown): boolean => {
    if (!isObject(schema)) return false;
    const before = known.get(schema);
    if (before !== undefined) return before;
    const seen = new Set<object>();
    const found = look(schema, seen);
    // Not before: of two that hold each other, the one that is looked at first isn't done when the other is.
    if (!found) for (const part of seen) known.set(part, false);
    return found;
  };
};

type Part = Readonly<Record<string, unknown>>;
