import { expect, test } from 'vitest';
import { withClosedMaps } from '../../src/charts/closed-maps.js';
import { anything, shape } from '../../src/charts/shape.js';

const texts = shape(['string']);
const open = shape(['object', 'array', 'null'], {
  properties: new Map([['a', texts]]),
  additional: true,
  items: anything,
});

test('a map keeps the keys that it has, gets those that are named, and takes no others', () => {
  const root = shape(['object'], { properties: new Map([['global', open]]) });
  const closed = withClosedMaps(root, { global: ['a', 'b'] }).properties.get('global');
  expect(closed?.properties.get('a')).toEqual(texts);
  expect(closed?.properties.get('b')).toEqual(anything);
  expect(closed?.additional).toBeUndefined();
  expect(closed?.types).toEqual(new Set(['object', 'null']));
  expect(closed?.items).toBeUndefined();
});

test('a path below a map that takes anything becomes known', () => {
  const root = shape(['object'], { properties: new Map([['global', open]]) });
  const proxy = withClosedMaps(root, { 'global.proxy': ['image'] })
    .properties.get('global')
    ?.properties.get('proxy');
  expect([...(proxy?.properties.keys() ?? [])]).toEqual(['image']);
  expect(root.properties.get('global')?.properties.has('proxy')).toBe(false);
});
