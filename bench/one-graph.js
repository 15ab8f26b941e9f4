// Who waits for whom, in the shapes that a graph can have: node one-graph.js SHAPE ADDONS → JSON of milliseconds.

import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { buildCluster } from '../src/compile/build-cluster.js';
import { compileCluster } from '../src/compile/compile-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import { checkCluster } from '../src/rules/index.js';
import { planCluster } from '../src/tree/plan-cluster.js';
import { stopwatch } from './stopwatch.js';

const [shape = 'chain', count = '1000'] = process.argv.slice(2);
const addons = Number(count);

/** @param {number} index @param {readonly number[]} waitsFor */
const addon = (index, waitsFor) =>
  defineAddon({
    name: `addon-${index}`,
    namespace: 'team',
    provides: [`cap-${index}.example.org`],
    requires: waitsFor.map((other) => `cap-${other}.example.org`),
    build(scope) {
      const metadata = { name: `addon-${index}`, namespace: 'team' };
      new ApiObject(scope, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { index: String(index) } });
    },
  })();

/** The addons of each stage, and for each those that it waits for. */
const shapes = {
  // Each waits for the one before.
  chain: () => Array.from({ length: addons }, (_, i) => [addon(i, i === 0 ? [] : [i - 1])]),
  // All wait for one, and one waits for all.
  fan: () => [
    [addon(0, [])],
    Array.from({ length: addons - 2 }, (_, i) => addon(i + 1, [0])),
    [
      addon(
        addons - 1,
        Array.from({ length: addons - 2 }, (_, i) => i + 1),
      ),
    ],
  ],
  // One, two that wait for it, one that waits for both, and again.
  diamonds: () =>
    Array.from({ length: Math.floor(addons / 3) }, (_, i) => {
      const top = 3 * i;
      return [[addon(top, i === 0 ? [] : [top - 1, top - 2])], [addon(top + 1, [top]), addon(top + 2, [top])]];
    }).flat(),
};

const app = new FluxApp();
let cluster = new FluxCluster(app, 'bench', { external: [{ kind: 'Namespace', name: 'team' }] });
const { took, time } = stopwatch();
time('declare', () => {
  for (const [index, members] of shapes[shape]().entries()) cluster = cluster.stage(`stage-${index}`, members);
});
const context = openCompileContext(app);
time('build', () => buildCluster(app, cluster, context));
const compiled = time('compile', () => compileCluster(app, cluster, context));
const problems = time('check', () => checkCluster(compiled));
if (problems.length > 0) throw new Error(problems[0].message);
time('print', () => planCluster(compiled));
console.log(JSON.stringify(took));
