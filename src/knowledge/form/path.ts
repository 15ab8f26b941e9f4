/** A step: a key, `*` or a quoted text, such as `'a.b'`. */
const STEP = /'([^']+)'|(\[[^\]]*\])|([^.[\]']+)/g;

/**
 * Reads a path in the notation that all knowledge uses. Dots separate keys, and a key with dots is quoted:
 * `metadata.annotations.'example.org/name'`. `[]` stands for each item of a list, `[name]` for the items of two lists
 * that have the same `name`, `*` for every entry of a map, and `**` for any number of keys.
 *
 * @returns the steps: keys, and `[]`, `[name]`, `*` and `**` as they are written
 */
export const parsePath = (path: string): readonly string[] =>
  [...path.matchAll(STEP)].map(([, quoted, items, key]) => quoted ?? items ?? key!);

/** The path of an annotation. */
export const annotationAt = (name: string): string => `metadata.annotations.'${name}'`;
