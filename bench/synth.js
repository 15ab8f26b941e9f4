// 10,000 objects in 2,000 addons: fluxspan, cdk8s and helm in turn, on the same objects and the same disk.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { against, best, child, ms, print } from './child.js';

const folder = join(tmpdir(), `fluxspan-bench-${process.pid}`);
const own = await best(3, 'one-synth.js', ['2000', folder], ({ memory }) => memory);
const floor = await child('one-floor.js', [String(own.files), folder]);
const cdk8s = await child('one-cdk8s.js', ['2000', folder]);
const helm = await child('one-helm.js', ['2000', folder]);
const inMemory = cdk8s.total / own.memory;
const withFiles = cdk8s.total / own.total;

print([
  ['10,000 objects in 2,000 addons', 'time', 'cdk8s takes, times as long'],
  ['fluxspan, texts in memory', ms(own.memory), against(inMemory, 'at least 20', inMemory >= 20)],
  [
    `fluxspan, ${own.files.toLocaleString('en')} files written`,
    ms(own.total),
    against(withFiles, 'at least 10', withFiles >= 10),
  ],
  ['fluxspan, second run, nothing to write', ms(own.second), (cdk8s.total / own.second).toFixed(2)],
  ['all rules and schemas, which cdk8s does not check', ms(own.check), ''],
  ['cdk8s App.synth()', ms(cdk8s.total), '1'],
  ['helm template', helm.total === undefined ? 'not installed' : ms(helm.total), ''],
  ['as many files written by themselves', ms(floor.total), ''],
]);
console.log('');
print([
  ['stage', 'time'],
  ...['declare', 'build', 'render', 'print', 'compare', 'write', 'check'].map((stage) => [stage, ms(own[stage])]),
]);
