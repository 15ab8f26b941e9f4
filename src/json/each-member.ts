import { isObject } from './is-object.js';
import type { JsonPath } from './json-path.js';

/** A field of a map, or an entry of a list, somewhere in a value. */
export interface Member {
  readonly key: string | number;
  readonly value: unknown;
  readonly path: JsonPath;
}

/** All fields and entries in a value, from the outside in. */
export const eachMember = function* (value: unknown, path: JsonPath = []): Generator<Member> {
  const members: Iterable<readonly [string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of members) {
    const own = [...path, key];
    yield { key, value: inner, path: own };
    yield* eachMember(inner, own);
  }
};
