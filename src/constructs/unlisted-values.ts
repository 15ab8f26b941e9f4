import { mergeObjects } from './merge.js';

/**
 * Values that a chart reads and does not list among its own: by path (`controller.args`, `tags["a.b"]`), each with the
 * reason why it is there. They are merged over `values`, and checked against nothing.
 */
export type UnlistedValues = Readonly<Record<string, { readonly value: unknown; readonly reason: string }>>;

/** `a.b["c.d"]` → its keys. */
export const parseValuePath = (path: string): readonly string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map((part) =>
    part[1] === undefined ? part[2]! : (JSON.parse(`"${part[1]}"`) as string),
  );

/** `values` with the unlisted ones in their places. */
export const withUnlisted = (values: object, unlisted: UnlistedValues): Record<string, unknown> => {
  let merged: Record<string, unknown> = { ...values };
  for (const [path, { value }] of Object.entries(unlisted)) {
    const nested = parseValuePath(path).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    merged = mergeObjects(merged, nested as object);
  }
  return merged;
};
