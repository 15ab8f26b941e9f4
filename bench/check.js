// What all rules cost beside the synth of the same cluster, small and large.
import { against, child, ms, print } from './child.js';
import { newFolder } from './new-folder.js';

const rows = [];
for (const [addons, rounds] of [
  [200, 11],
  [4000, 3],
]) {
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await child('one-synth.js', [String(addons), newFolder()]));
  const fastest = (/** @type {string} */ step) => ms(Math.min(...runs.map((run) => run[step])));
  // Writing files takes from one run to the next several times as long: each check beside its own run's synth.
  const pairs = runs.map(({ check, total }) => check / total).sort((a, b) => a - b);
  const ratio = pairs[Math.floor(rounds / 2)] ?? Number.NaN;
  rows.push([
    runs[0].objects.toLocaleString('en'),
    fastest('memory'),
    fastest('total'),
    fastest('check'),
    against(ratio, 'at most 1', ratio <= 1),
  ]);
}
print([
  [
    'objects',
    'synth, texts in memory, fastest',
    'synth, files written, fastest',
    'check, fastest',
    'in pairs, check to synth with files',
  ],
  ...rows,
]);
