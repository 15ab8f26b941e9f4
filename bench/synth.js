// 10,000 objects in 2,000 addons: fluxspan, cdk8s and helm in turn, on the same objects and the same disk.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child, ms, print } from './child.js';

const folder = join(tmpdir(), `fluxspan-bench-${process.pid}`);
const own = await child('one-synth.js', ['2000', folder]);
const floor = await child('one-floor.js', [String(own.files), folder]);
const cdk8s = await child('one-cdk8s.js', ['2000', folder]);
const helm = await child('one-helm.js', ['2000', folder]);

print([
  ['10,000 objects in 2,000 addons', 'time', 'cdk8s takes'],
  ['fluxspan, texts in memory', ms(own.memory), `${(cdk8s.total / own.memory).toFixed(1)} times as long`],
  [
    `fluxspan, ${own.files.toLocaleString('en')} files written`,
    ms(own.total),
    `${(cdk8s.total / own.total).toFixed(1)} times as long`,
  ],
  ['fluxspan, second run', ms(own.second), ''],
  ['cdk8s App.synth()', ms(cdk8s.total), ''],
  ['helm template', helm.total === undefined ? 'not installed' : ms(helm.total), ''],
  ['as many files written by themselves', ms(floor.total), ''],
]);
console.log('\nwhere the time goes');
print([
  ['stage', 'time'],
  ...['declare', 'build', 'render', 'check', 'print', 'compare', 'write'].map((stage) => [stage, ms(own[stage])]),
]);
