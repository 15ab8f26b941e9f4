import { ConfigMap, FluxApp } from 'fluxspan';
import { expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { makeGraph } from '../../src/diagram/make-graph.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { drawnOf, shopCluster } from './shop.js';

it('has nodes, waits, inputs with the fields that read them, and owners', async () => {
  const { graph } = drawnOf(shopCluster());
  await expect(`${JSON.stringify(graph, null, 2)}\n`).toMatchFileSnapshot('../fixtures/graph/shop.json');
});

it('marks waits that others imply, and those that a stage alone declares', () => {
  const { graph } = drawnOf(
    clusterOf({
      first: [addon('crds'), addon('other')],
      second: [addon('operator', { requires: ['crds'] })],
      third: { addons: [addon('app', { requires: ['operator', 'crds'] })], dependsOn: ['other'] },
    }),
  );
  expect(graph.edges).toEqual([
    { from: 'crds', to: 'operator', critical: true, chosen: false, implied: false },
    { from: 'crds', to: 'app', critical: false, chosen: false, implied: true },
    { from: 'operator', to: 'app', critical: true, chosen: false, implied: false },
    { from: 'other', to: 'app', critical: false, chosen: true, implied: false },
  ]);
  expect(graph.nodes.map(({ id, level }) => [id, level])).toEqual([
    ['crds', 1],
    ['other', 1],
    ['operator', 2],
    ['app', 3],
  ]);
});

it('is the same for another order of declaration', () => {
  const of = (names: readonly string[]) =>
    drawnOf(clusterOf({ first: names.map((name) => addon(name)), second: [addon('app', { requires: [...names] })] }))
      .graph;
  expect(of(['a', 'b', 'c'])).toEqual(of(['c', 'a', 'b']));
});

it('gives no level to what waits for itself, and no file where there is no plan', () => {
  const app = new FluxApp();
  // Each has an object in the other's namespace.
  const inside = (name: string, other: string) =>
    addon(name, {
      namespace: name,
      createNamespace: true,
      build: (scope) => {
        new ConfigMap(scope, 'data', { namespace: other, data: {} });
      },
    });
  const cluster = clusterOf(
    { first: [inside('a', 'b'), inside('b', 'a')], second: [addon('c', { requires: ['a'] })] },
    { app },
  );
  const graph = makeGraph(compileCluster(app, cluster, openCompileContext(app)), undefined);
  expect(graph.nodes.map(({ id, level }) => [id, level])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', undefined],
  ]);
  expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([
    ['b', 'a'],
    ['a', 'b'],
    ['a', 'c'],
  ]);
  expect(graph.nodes.flatMap(({ objects }) => objects).filter(({ file }) => file !== undefined)).toEqual([]);
});
