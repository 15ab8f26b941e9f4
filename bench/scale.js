// Time for each object, and memory, from 1,000 objects to 100,000.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child, ms, print } from './child.js';

const folder = join(tmpdir(), `fluxspan-bench-${process.pid}`);
const rows = [];
for (const addons of [200, 2000, 20000]) rows.push(await child('one-synth.js', [String(addons), folder]));
print([
  ['objects', 'in memory', 'µs for each', 'peak memory'],
  ...rows.map((row) => [
    row.objects.toLocaleString('en'),
    ms(row.memory),
    ((row.memory * 1000) / row.objects).toFixed(0),
    `${Math.round(row.peakMiB)} MiB`,
  ]),
]);
