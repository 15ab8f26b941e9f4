// cdk8s's own App.synth() on the same objects, a chart for each addon, and one for the Kustomizations, where they are
// asked for: node one-cdk8s.js ADDONS FOLDER [with-kustomizations].
import { ApiObject, App, Chart } from 'cdk8s';
import { digestOf, kustomizationOf, objectsOf } from './objects.js';

const [addons = '2000', folder = '', kustomizations] = process.argv.slice(2);
/** @type {any[]} */
const all = [];
const add = (/** @type {Chart} */ chart, /** @type {string} */ id, /** @type {any} */ object) => {
  all.push(object);
  new ApiObject(chart, id, object);
};
const start = performance.now();
const app = new App({ outdir: folder });
for (let index = 0; index < Number(addons); index++) {
  const chart = new Chart(app, `addon-${index}`, { disableResourceNameHashes: true });
  for (const object of objectsOf(index)) add(chart, object.kind, object);
}
if (kustomizations !== undefined) {
  const chart = new Chart(app, 'flux-system', { disableResourceNameHashes: true });
  for (let index = 0; index < Number(addons); index++) add(chart, `addon-${index}`, kustomizationOf(index));
}
app.synth();
const total = performance.now() - start;
console.log(JSON.stringify({ made: all.length, digest: digestOf(all), total }));
