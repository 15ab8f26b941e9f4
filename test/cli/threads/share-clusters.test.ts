import { expect, it } from 'vitest';
import { shareClusters } from '../../../src/cli/threads/share-clusters.js';

const clusters = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `c-${at}` }));
const sizes = (count: number, setting?: string) => shareClusters(clusters(count), setting).map(({ length }) => length);

it('keeps few clusters in one thread, and gives the one that has loaded the app more', () => {
  expect(sizes(31, '2')).toEqual([31]);
  expect(sizes(32, '2')).toEqual([24, 8]);
  expect(sizes(100, '2')).toEqual([58, 42]);
  expect(sizes(300, '2')).toEqual([158, 142]);
});

it('has as many threads as FLUXSPAN_THREADS says', () => {
  expect(sizes(100, '1')).toEqual([100]);
  expect(sizes(100, '3')).toEqual([44, 28, 28]);
  for (const setting of [undefined, '', '0', 'two', '-1']) expect(sizes(100, setting)).toEqual([100]);
});

it('gives each cluster to one thread, in their order', () => {
  expect(shareClusters(clusters(90), '4').flat()).toEqual(clusters(90).map(({ name }) => name));
});
