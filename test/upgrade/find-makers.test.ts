import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json-value.js';
import { findMakers } from '../../src/upgrade/find-makers.js';

test('the values that make something are found by leaving them out', async () => {
  const schema = { properties: { a: { properties: { b: {}, c: {} } }, d: {} } };
  const tried: object[] = [];
  const makers = await findMakers({ a: { b: { x: 1, y: 2 }, c: 1 }, d: 1 }, schema, async (values) => {
    tried.push(values);
    return (values['a'] as JsonObject | undefined)?.['b'] !== undefined;
  });
  expect(makers).toEqual([['a', 'b']]);
  expect(tried).toHaveLength(4);
  expect(await findMakers({ d: 1 }, schema, async () => true)).toEqual([]);
});
