// 10,000 objects in 2,000 addons and the 2,000 Kustomizations that come with them: fluxspan, cdk8s and helm in turn, on
// the same objects. What writes files does so in a file system in memory, where there is one: a disk's speed varies.
import { against, best, ms, print } from './child.js';
import { newFolder, newMemoryFolder } from './new-folder.js';

const ADDONS = '2000';
const byTotal = (/** @type {{ total: number }} */ { total }) => total;
const [place, folder] = newMemoryFolder === undefined ? ['on the disk', newFolder] : ['in memory', newMemoryFolder];

const own = await best(
  3,
  'one-synth.js',
  () => [ADDONS],
  ({ memory }) => memory,
);
const written = await best(3, 'one-synth.js', () => [ADDONS, folder()], byTotal);
const floor = await best(3, 'one-floor.js', () => [String(written.files), folder()], byTotal);
// The two others take most of the time, and vary less.
const cdk8s = await best(2, 'one-cdk8s.js', () => [ADDONS, folder(), 'with-kustomizations'], byTotal);
if (cdk8s.digest !== written.digest) throw new Error('cdk8s makes other objects than fluxspan');
const helm = await best(2, 'one-helm.js', () => [ADDONS, newFolder()], byTotal);
if (helm.total !== undefined && helm.made !== own.made) throw new Error('helm makes other objects than fluxspan');

/** @param {number | undefined} of @param {number} took @param {number} [least] */
const times = (of, took, least) => {
  if (of === undefined) return '';
  return least === undefined ? (of / took).toFixed(2) : against(of / took, `at least ${least}`, of / took >= least);
};
const files = `${written.files.toLocaleString('en')} files`;

print([
  [`${own.made.toLocaleString('en')} objects`, 'time', 'cdk8s takes, times as long', 'helm takes, times as long'],
  ['fluxspan, texts', ms(own.memory), times(cdk8s.total, own.memory, 20), times(helm.total, own.memory)],
  [
    `fluxspan, ${files} ${place}`,
    ms(written.total),
    times(cdk8s.total, written.total, 10),
    times(helm.total, written.total, 1),
  ],
  [
    'fluxspan again, nothing to write',
    ms(written.second),
    times(cdk8s.total, written.second),
    times(helm.total, written.second),
  ],
  [`cdk8s App.synth(), files ${place}`, ms(cdk8s.total), '1', ''],
  [`as many files as fluxspan's, by themselves ${place}`, ms(floor.total), '', ''],
  ['helm template, to one stream', helm.total === undefined ? 'not installed' : ms(helm.total), '', '1'],
  ['all rules and schemas, which the others do not check', ms(own.check), '', ''],
]);
console.log('');
print([
  ['stage', 'time'],
  ...['declare', 'build', 'compile', 'print', 'compare', 'write', 'check'].map((stage) => [stage, ms(written[stage])]),
]);
