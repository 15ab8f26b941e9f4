// cdk8s's own App.synth() on the same objects, a chart for each addon: node one-cdk8s.js ADDONS FOLDER.
import { rmSync } from 'node:fs';
import { ApiObject, App, Chart } from 'cdk8s';
import { objectsOf } from './objects.js';

const [addons = '2000', folder = ''] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
const start = performance.now();
const app = new App({ outdir: folder });
for (let index = 0; index < Number(addons); index++) {
  const chart = new Chart(app, `addon-${index}`, { disableResourceNameHashes: true });
  for (const object of objectsOf(index)) new ApiObject(chart, object.kind, object);
}
app.synth();
const total = performance.now() - start;
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify({ total, peakMiB: process.resourceUsage().maxRSS / 1024 }));
