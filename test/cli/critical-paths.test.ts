import { expect, it } from 'vitest';
import { listPaths } from '../../src/cli/critical-paths.js';

const pathOf = (cluster: string, path: readonly string[] = ['crds', 'operator'], chosen = 0) => ({
  cluster,
  path: { levels: path.length, path, others: 0, chosen },
});
const named = (count: number) => Array.from({ length: count }, (_, at) => `c-${at}`);

it('tells the path of each cluster that has one of its own', () => {
  expect(listPaths([pathOf('dev'), pathOf('prod', ['a', 'b', 'c'], 1), pathOf('test', ['a', 'b', 'c'], 2)])).toEqual([
    'dev comes up in 2 levels: crds → operator',
    "prod comes up in 3 levels: a → b → c; 1 of these waits is a stage's choice",
    "test comes up in 3 levels: a → b → c; 2 of these waits are a stage's choice",
  ]);
});

it('names a few clusters with the same path', () => {
  expect(listPaths(['dev', 'prod'].map((name) => pathOf(name)))).toEqual([
    'dev and prod come up in 2 levels: crds → operator',
  ]);
  expect(listPaths(named(5).map((name) => pathOf(name)))).toEqual([
    'c-0, c-1, c-2, c-3 and c-4 come up in 2 levels: crds → operator',
  ]);
});

it('sums up many, and names the one that differs', () => {
  const paths = named(100).map((name) => (name === 'c-2' ? pathOf(name, ['a', 'b', 'c']) : pathOf(name)));
  expect(listPaths(paths)).toEqual([
    '99 clusters come up in 2 levels: crds → operator',
    '  in c-0, c-1, c-3, c-4 and 95 more (--json has all)',
    'c-2 comes up in 3 levels: a → b → c',
  ]);
});

it('says nothing of clusters where nothing waits', () => {
  expect(listPaths([pathOf('dev', ['a']), pathOf('prod', [])])).toEqual([]);
});
