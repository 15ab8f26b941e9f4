import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equalJson } from '../../src/json/equal-json.js';

it('does not look at the order of keys, nor at members that are undefined', () => {
  expect(equalJson({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2, d: undefined }], a: 1 })).toBe(true);
  expect(equalJson({ a: undefined }, { b: 1 })).toBe(false);
  expect(equalJson({ a: undefined, b: 1 }, { b: 1, c: 2 })).toBe(false);
  expect(equalJson([1, 2], [2, 1])).toBe(false);
  expect(equalJson([], {})).toBe(false);
  expect(equalJson(null, {})).toBe(false);
  expect(equalJson({ constructor: 1 }, {})).toBe(false);
});

it('agrees with JSON of sorted keys', () => {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? {
            // An object of one list, so that it is not a list itself.
            members: Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, member]) => [key, sorted(member)]),
          }
        : value === 0
          ? 0
          : value;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      expect(equalJson(a, structuredClone(a))).toBe(true);
      expect(equalJson(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
    }),
  );
});
