import { expect, test } from 'vitest';
import { joinSiblings } from '../../../src/charts/difference/join-siblings.js';
import { ANY_ITEM, ANY_KEY, type SchemaPath } from '../../../src/charts/difference/schema-path.js';

const join = (...paths: readonly SchemaPath[]) =>
  joinSiblings(paths.map((path) => ({ path, words: 'w' }))).map(({ path }) => path);

test('three keys beside each other that say the same are one line', () => {
  expect(join(['g', 'a', 'on'], ['g', 'b', 'on'], ['g', 'c', 'on'], ['g', 'c', 'off'])).toEqual([
    'g.{a, b, c}.on',
    'g.c.off',
  ]);
  expect(join(['a'], ['b'], ['c'])).toEqual(['{a, b, c}']);
});

test('steps that are no names stay, and a name with a dot keeps its quotes', () => {
  expect(join(['p', ANY_KEY, 'x', ANY_ITEM], ['p', ANY_KEY, 'y', ANY_ITEM], ['p', ANY_KEY, 'z', ANY_ITEM])).toEqual([
    'p.*.{x, y, z}[]',
  ]);
  expect(join(['a', 'b.c'], ['b', 'b.c'], ['d', 'b.c'])).toEqual(['{a, b, d}["b.c"]']);
});

test('two lines, and lines that say something else, stay', () => {
  expect(join(['a'], ['b'])).toEqual(['a', 'b']);
  const lines = ['x', 'x', 'y'].map((words, index) => ({ path: [`k${index}`], words }));
  expect(joinSiblings(lines)).toHaveLength(3);
});

test('the larger group wins', () => {
  const names = ['a', 'b', 'c', 'd'];
  expect(join(...names.map((name) => [name, 'x']), ['a', 'y'], ['a', 'z'])).toEqual(['{a, b, c, d}.x', 'a.y', 'a.z']);
});

test('names beyond a line are counted', () => {
  const names = Array.from({ length: 12 }, (_, index) => `${'name'.repeat(3)}${index}`);
  expect(join(...names.map((name) => [name, 'x']))).toEqual([
    '{namenamename0, namenamename1, namenamename2, namenamename3, … 8 more}.x',
  ]);
});
