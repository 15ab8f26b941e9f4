// `fluxspan graph` of one cluster, step by step: node one-page.js ADDONS → JSON of milliseconds, and of the page's size.

import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';
import { compileCluster } from '../src/compile/compile-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import { printHtml } from '../src/diagram/html/print-html.js';
import { layOut } from '../src/diagram/layout/lay-out.js';
import { makeGraph } from '../src/diagram/make-graph.js';
import { printMermaid } from '../src/diagram/print-mermaid.js';
import { printSvg } from '../src/diagram/svg/print-svg.js';
import { planCluster } from '../src/tree/plan-cluster.js';
import { stopwatch } from './stopwatch.js';

const addons = Number(process.argv[2] ?? '300');

/** @param {number} index @param {readonly number[]} waitsFor */
const addon = (index, waitsFor) =>
  defineAddon({
    name: `addon-${index}`,
    namespace: 'team',
    requires: waitsFor.map((other) => `addon-${other}`),
    infra: { vars: { [`TF_HOST_${index}`]: hostname() } },
    build(scope, { vars }) {
      for (const part of ['a', 'b', 'c', 'd', 'e'])
        new ConfigMap(scope, part, { name: `addon-${index}-${part}`, data: { host: vars[`TF_HOST_${index}`] ?? '' } });
    },
  })();

const { took, time } = stopwatch();
// Ten stages, in which each addon waits for two of the stage before.
const size = Math.ceil(addons / 10);
const app = new FluxApp();
let cluster = new FluxCluster(app, 'bench', { external: [{ kind: 'Namespace', name: 'team' }] });
for (let stage = 0; stage < 10; stage++) {
  const before = (stage - 1) * size;
  const members = Array.from({ length: size }, (_, at) =>
    addon(stage * size + at, stage === 0 ? [] : [before + at, before + ((at * 7 + 3) % size)]),
  );
  cluster = cluster.stage(`stage-${stage}`, members);
}
const compiled = time('compile', () => compileCluster(app, cluster, openCompileContext(app)));
const plan = time('plan', () => planCluster(compiled));
const graph = time('graph', () => makeGraph(compiled, plan));
const drawing = time('lay out', () => {
  const laidOut = layOut(graph);
  if (!laidOut.ok) throw new Error(laidOut.problem.message);
  return laidOut.value;
});
time('mermaid', () => printMermaid(compiled.built, graph));
time('svg', () => printSvg(graph, drawing));
const page = time('html', () => printHtml(graph, drawing, { script: '', style: '' }));
console.log(JSON.stringify({ took, bytes: page.length }));
