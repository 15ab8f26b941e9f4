import { expect, it } from 'vitest';
import { objectNotes, shortList } from '../../../src/handover/adopt/short-list.js';

const objects = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: { kind, group: '', namespace: 'web', name: `${index}` } }));

it('names a few objects, and counts more', () => {
  expect(shortList(objects('ConfigMap', 3))).toBe('ConfigMap/0 in web, ConfigMap/1 in web, ConfigMap/2 in web');
  expect(shortList(objects('ConfigMap', 90))).toBe('ConfigMap/0 in web, ConfigMap/1 in web and 88 more objects');
});

it('notes the kinds of many, with few names of each', () => {
  expect(objectNotes(objects('ConfigMap', 3))).toEqual([]);
  const many = [...objects('ConfigMap', 90), ...objects('Secret', 2)];
  expect(objectNotes(many)).toEqual(['ConfigMap: 0, 1, 2, and 87 more', 'Secret: 0, 1']);
  const kinds = Array.from({ length: 12 }, (_, index) => objects(`Kind${index}`, 1)).flat();
  expect(objectNotes(kinds).at(-1)).toBe('and 2 more kinds');
});
