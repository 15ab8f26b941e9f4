import { expect, test } from 'vitest';
import { adjustValues } from '../../src/upgrade/adjusted-values.js';

test('what was renamed moves, with what is beside its new place', () => {
  const values = { replica: 2, pod: { labels: { a: 'b' } }, keep: [1] };
  expect(
    adjustValues(values, [
      { path: ['replica'], to: ['pod', 'replicas'] },
      { path: ['keep'], to: undefined },
    ]),
  ).toEqual({ pod: { labels: { a: 'b' }, replicas: 2 } });
  expect(values).toEqual({ replica: 2, pod: { labels: { a: 'b' } }, keep: [1] });
});

test('what is left of a list keeps its place, and null stays', () => {
  const values = { env: [{ name: 'a', old: 1 }, { name: 'b' }], off: null };
  expect(adjustValues(values, [{ path: ['env', 0, 'old'], to: undefined }])).toEqual({
    env: [{ name: 'a' }, { name: 'b' }],
    off: null,
  });
  expect(
    adjustValues({ list: ['a', 'b', 'c'] }, [
      { path: ['list', 0], to: undefined },
      { path: ['list', 2], to: undefined },
    ]),
  ).toEqual({ list: ['b'] });
});

test('a value inside of one that moves goes with it', () => {
  expect(
    adjustValues({ a: { b: 1 } }, [
      { path: ['a'], to: ['c'] },
      { path: ['a', 'b'], to: ['d'] },
    ]),
  ).toEqual({ c: { b: 1 } });
});

test('a value inside of one that has no place moves by itself', () => {
  expect(
    adjustValues({ a: { b: 1, c: 2 } }, [
      { path: ['a'], to: undefined },
      { path: ['a', 'b'], to: ['d'] },
    ]),
  ).toEqual({ d: 1 });
});
