// fluxspan, stage by stage: node one-synth.js ADDONS [FOLDER] → JSON of milliseconds; without a folder, in memory alone.

import { buildCluster } from '../src/compile/build-cluster.js';
import { compileCluster } from '../src/compile/compile-cluster.js';
import { openCompileContext } from '../src/compile/compile-context.js';
import { checkCluster } from '../src/rules/index.js';
import { compareTree } from '../src/tree/compare-tree.js';
import { planCluster } from '../src/tree/plan-cluster.js';
import { writeTree } from '../src/tree/write-tree.js';
import { makeApp } from './cluster.js';
import { digestOf } from './objects.js';
import { stopwatch } from './stopwatch.js';

const [addons = '2000', folder = ''] = process.argv.slice(2);
const { took, time } = stopwatch();

const start = performance.now();
const app = time('declare', () => makeApp(Number(addons)));
const [cluster] = app.clusters;
const context = openCompileContext(app);
time('build', () => buildCluster(app, cluster, context));
const compiled = time('compile', () => compileCluster(app, cluster, context));
const plan = time('print', () => planCluster(compiled));
took.memory = performance.now() - start;
if (folder !== '') {
  const scope = { clusters: ['bench'], all: true };
  const compare = () => compareTree(folder, plan.files, scope, { force: false, tree: compiled.appLayout });
  const changes = time('compare', compare);
  time('write', () => writeTree(folder, changes, plan.files));
  took.total = performance.now() - start;
  const again = time('compareAgain', compare);
  if (again.unchanged !== plan.files.size) throw new Error('a second run would change something');
  took.second = took.memory + took.compareAgain;
}
// What nobody else does is measured apart.
const problems = time('check', () => checkCluster(compiled));
if (problems.length > 0) throw new Error(problems[0].message);
took.peakMiB = process.resourceUsage().maxRSS / 1024;
const all = plan.objects.map(({ json }) => json);
console.log(
  JSON.stringify({
    objects: Number(addons) * 5,
    made: all.length,
    digest: digestOf(all),
    files: plan.files.size,
    ...took,
  }),
);
