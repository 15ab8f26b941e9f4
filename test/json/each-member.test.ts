import { expect, it } from 'vitest';
import { eachMember } from '../../src/json/each-member.js';
import { printPath } from '../../src/json/json-path.js';

it('has all fields and entries of a value, from the outside in, with their paths', () => {
  const found = [...eachMember({ a: [{ b: 1 }, 'x'], c: null }, ['spec'])].map(({ path }) => printPath(path));
  expect(found).toEqual(['spec.a', 'spec.a[0]', 'spec.a[0].b', 'spec.a[1]', 'spec.c']);
  expect([...eachMember('text')]).toEqual([]);
});
