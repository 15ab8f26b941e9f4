// 10,000 objects in 2,000 addons and the 2,000 Kustomizations that come with them: fluxspan, cdk8s and helm in turn, on
// the same objects; what writes files does so on the disk, and in a file system in memory, where there is one.
import { against, best, ms, print } from './child.js';
import { newFolder, newMemoryFolder } from './new-folder.js';

const ADDONS = '2000';
const byTotal = (/** @type {{ total: number }} */ { total }) => total;
const places = [
  ...(newMemoryFolder === undefined ? [] : [{ name: 'in memory', folder: newMemoryFolder }]),
  { name: 'on the disk', folder: newFolder },
];

const own = await best(
  3,
  'one-synth.js',
  () => [ADDONS],
  ({ memory }) => memory,
);
const written = [];
for (const { name, folder } of places) {
  const rows = await best(3, 'one-synth.js', () => [ADDONS, folder()], byTotal);
  const floor = await best(3, 'one-floor.js', () => [String(rows.files), folder()], byTotal);
  const cdk8s = await best(3, 'one-cdk8s.js', () => [ADDONS, folder(), 'with-kustomizations'], byTotal);
  if (cdk8s.digest !== rows.digest) throw new Error('cdk8s makes other objects than fluxspan');
  written.push({ name, own: rows, floor, cdk8s });
}
const less = await best(3, 'one-cdk8s.js', () => [ADDONS, (places[0]?.folder ?? newFolder)()], byTotal);
const helm = await best(3, 'one-helm.js', () => [ADDONS, newFolder()], byTotal);
if (helm.total !== undefined && helm.made !== own.made) throw new Error('helm makes other objects than fluxspan');
const fastest = Math.min(...written.map(({ cdk8s }) => cdk8s.total));

/** @param {number | undefined} of @param {number} took @param {number} [least] */
const times = (of, took, least) => {
  if (of === undefined) return '';
  return least === undefined ? (of / took).toFixed(2) : against(of / took, `at least ${least}`, of / took >= least);
};

print([
  [`${own.made.toLocaleString('en')} objects`, 'time', 'cdk8s takes, times as long', 'helm takes, times as long'],
  ['fluxspan, texts in memory', ms(own.memory), times(fastest, own.memory, 20), times(helm.total, own.memory)],
  ...written.flatMap(({ name, own: { files, total, second }, cdk8s, floor }) => [
    [
      `fluxspan, ${files.toLocaleString('en')} files ${name}`,
      ms(total),
      times(cdk8s.total, total, 10),
      times(helm.total, total, 1),
    ],
    [
      `fluxspan, second run ${name}, nothing to write`,
      ms(second),
      times(cdk8s.total, second),
      times(helm.total, second),
    ],
    [`cdk8s App.synth(), files ${name}`, ms(cdk8s.total), '1', ''],
    [`as many files as fluxspan's, by themselves ${name}`, ms(floor.total), '', ''],
  ]),
  [
    `cdk8s App.synth() of the ${(own.objects).toLocaleString('en')} alone, files ${places[0]?.name}`,
    ms(less.total),
    `fluxspan's texts of all: ${times(less.total, own.memory)}`,
    '',
  ],
  ['helm template, to one stream', helm.total === undefined ? 'not installed' : ms(helm.total), '', '1'],
  ['all rules and schemas, which the others do not check', ms(own.check), '', ''],
]);
console.log('');
const stages = written[0]?.own;
print([
  ['stage', 'time'],
  ...['declare', 'build', 'compile', 'print', 'compare', 'write', 'check'].map((stage) => [stage, ms(stages[stage])]),
]);
