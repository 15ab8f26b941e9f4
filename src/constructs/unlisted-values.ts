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

/** `values` without the unlisted ones, and without the maps that held nothing else. */
export const withoutUnlisted = (values: object, unlisted: UnlistedValues): object => {
  const take = (node: unknown, path: readonly string[]): unknown => {
    if (path.length === 0) return undefined;
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
    const rest: Record<string, unknown> = { ...node };
    const [key, ...below] = path as [string, ...string[]];
    if (!Object.hasOwn(rest, key)) return node;
    const inner = take(rest[key], below);
    if (inner === undefined) delete rest[key];
    else rest[key] = inner;
    return Object.keys(rest).length === 0 ? undefined : rest;
  };
  return Object.keys(unlisted).reduce<object>(
    (left, path) => (take(left, parseValuePath(path)) ?? {}) as object,
    values,
  );
};
