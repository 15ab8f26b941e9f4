import { isObject } from '../json/is-object.js';
import { type JsonPath, parseTypedPath } from '../json/json-path.js';
import { mergeObjects } from './merge.js';

/**
 * Values that a chart reads and does not list among its own: by path (`controller.args`, `tags["a.b"]`), each with the
 * reason why it is there. They are merged over `values`, and checked against nothing.
 */
export type UnlistedValues = Readonly<Record<string, { readonly value: unknown; readonly reason: string }>>;

/** Where an unlisted value stands; a text that is not a path is a key. */
export const unlistedPath = (path: string): JsonPath => parseTypedPath(path) ?? [path];

/** `values` with the unlisted ones in their places. */
export const withUnlisted = (values: object, unlisted: UnlistedValues): Record<string, unknown> => {
  let merged: Record<string, unknown> = { ...values };
  for (const [path, { value }] of Object.entries(unlisted)) {
    const nested = unlistedPath(path).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    merged = mergeObjects(merged, nested as object);
  }
  return merged;
};

/** `values` without the unlisted ones, and without the maps that held nothing else. */
export const withoutUnlisted = (values: object, unlisted: UnlistedValues): object => {
  const take = (node: unknown, path: JsonPath): unknown => {
    if (path.length === 0) return undefined;
    if (!isObject(node)) return node;
    const rest: Record<string, unknown> = { ...node };
    const [key, ...below] = path as [string, ...string[]];
    if (!Object.hasOwn(rest, key)) return node;
    const inner = take(rest[key], below);
    if (inner === undefined) delete rest[key];
    else rest[key] = inner;
    return Object.keys(rest).length === 0 ? undefined : rest;
  };
  return Object.keys(unlisted).reduce<object>((left, path) => (take(left, unlistedPath(path)) ?? {}) as object, values);
};
