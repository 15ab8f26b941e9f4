// Time for each object, and memory, from 1,000 objects to 100,000.
import { against, best, ms, print } from './child.js';

const rows = [];
/** @param {{ memory: number, objects: number }} row */
const perObject = ({ memory, objects }) => memory / objects;
for (const addons of [200, 2000, 20000])
  rows.push(
    await best(
      // The largest takes as long as all others together.
      addons === 20000 ? 1 : 3,
      'one-synth.js',
      () => [String(addons)],
      ({ memory }) => memory,
    ),
  );
print([
  ['objects', 'in memory', 'µs for each', 'times the first', 'peak memory'],
  ...rows.map((row, index) => [
    row.objects.toLocaleString('en'),
    ms(row.memory),
    ((row.memory * 1000) / row.objects).toFixed(0),
    index === 0
      ? ''
      : against(perObject(row) / perObject(rows[0]), 'at most 1.3', perObject(row) <= perObject(rows[0]) * 1.3),
    `${Math.round(row.peakMiB)} MiB`,
  ]),
]);
