import { FluxApp } from 'fluxspan';
import { expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { findCriticalPath } from '../../src/dependencies/critical-path.js';
import { addon, clusterOf } from '../support/synthesize.js';

const pathOf = (...[stages]: Parameters<typeof clusterOf>) => {
  const app = new FluxApp();
  const cluster = clusterOf(stages, { app });
  return findCriticalPath(compileCluster(app, cluster, openCompileContext(app)).built);
};

it('is the longest chain of what addons require, the first by name', () => {
  const found = pathOf({
    first: [addon('crds'), addon('alone')],
    second: [addon('operator', { requires: ['crds'] }), addon('b', { requires: ['alone'] })],
    third: [addon('web', { requires: ['operator'] }), addon('app', { requires: ['operator', 'alone'] })],
  });
  expect(found).toEqual({ levels: 3, path: ['crds', 'operator', 'app'], others: 1, chosen: 0 });
});

it('counts what a stage alone declares', () => {
  const found = pathOf({
    first: [addon('crds')],
    second: { addons: [addon('operator', { requires: ['crds'] }), addon('web')], dependsOn: ['crds'] },
    third: { addons: [addon('app')], dependsOn: ['web'] },
  });
  expect(found).toEqual({ levels: 3, path: ['crds', 'web', 'app'], others: 0, chosen: 2 });
});

it('is one level where nothing waits, and none where there is nothing', () => {
  expect(pathOf({ first: [addon('b'), addon('a')] })).toEqual({ levels: 1, path: ['a'], others: 1, chosen: 0 });
  expect(pathOf({})).toEqual({ levels: 0, path: [], others: 0, chosen: 0 });
});

it('takes thousands of levels, and leaves circles out', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => ({
    name: `a${index}`,
    dependsOn: index === 0 ? [] : [`a${index - 1}`],
    externals: [],
    chosen: [],
  }));
  const circle = ['x', 'y'].map((name) => ({
    name,
    dependsOn: [name === 'x' ? 'y' : 'x'],
    externals: [],
    chosen: [],
  }));
  const built = { cluster: { externals: [] }, addons: [...chain, ...circle] } as never;
  expect(findCriticalPath(built)).toMatchObject({ levels: 20_000, others: 0 });
});
