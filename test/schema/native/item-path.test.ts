import { expect, it } from 'vitest';
import { printPath } from '../../../src/json/json-path.js';
import { eachItem, parseItemPath } from '../../../src/schema/native/item-path.js';

const found = (value: unknown, path: string): readonly string[] => {
  const at: (string | number)[] = [];
  const seen: string[] = [];
  eachItem(value, parseItemPath(path)!, at, (item, key) =>
    seen.push(`${printPath(at)} ${key} ${JSON.stringify(item)}`),
  );
  return seen;
};

it("goes into items, values and fields, and past what isn't there", () => {
  const value = { a: [{ b: { x: 1, y: 2 } }, {}, null, { b: [3] }, { b: null }], c: { d: 4 }, e: null };
  expect(found(value, 'a[].b{}')).toEqual(['a[0].b.x x 1', 'a[0].b.y y 2']);
  expect(found(value, 'a[].b[]')).toEqual(['a[3].b[0] 0 3']);
  expect(found(value, 'c.d')).toEqual(['c.d d 4']);
  expect(found(value, 'e.d')).toEqual([]);
  expect(found('text', 'a')).toEqual([]);
});

it.each(['', 'a..b', 'a[', 'a[0]', '[]', 'a b'])('"%s" isn\'t a path', (text) =>
  expect(parseItemPath(text)).toBeUndefined(),
);
