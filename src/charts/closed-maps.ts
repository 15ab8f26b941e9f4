import { anything, type Shape, shape } from './shape.js';

/** By path, such as `global.proxy`: further keys that a map has. */
export type ClosedMaps = Readonly<Record<string, readonly string[]>>;

/**
 * Closes maps that templates pass on whole, because it is known which keys the program behind them reads: those of the
 * shape, and some more.
 */
export const withClosedMaps = (root: Shape, closed: ClosedMaps): Shape =>
  Object.entries(closed).reduce(
    (result, [path, keys]) => close(result, path === '' ? [] : path.split('.'), keys),
    root,
  );

const close = (s: Shape, [head, ...rest]: readonly string[], keys: readonly string[]): Shape => {
  if (head !== undefined) {
    const inner = close(s.properties.get(head) ?? shape(['object', 'null']), rest, keys);
    return { ...s, properties: new Map(s.properties).set(head, inner) };
  }
  const properties = new Map(s.properties);
  for (const key of keys) if (!properties.has(key)) properties.set(key, anything);
  // What isn't a map has no keys: a list in its place would pass unread.
  const types = s.types === 'any' ? (['object', 'null'] as const) : [...s.types].filter((type) => type !== 'array');
  return { ...s, types: new Set(types), items: undefined, additional: undefined, properties };
};
