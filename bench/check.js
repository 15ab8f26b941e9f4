// What all rules cost beside the synth of the same cluster, small and large.
import { against, best, ms, print } from './child.js';
import { newFolder } from './new-folder.js';

const rows = [];
for (const addons of [200, 4000]) {
  rows.push(
    await best(
      3,
      'one-synth.js',
      () => [String(addons), newFolder()],
      ({ check }) => check,
    ),
  );
}
print([
  ['objects', 'synth, texts in memory', 'synth, files written', 'check', 'check to synth with files'],
  ...rows.map(({ objects, memory, total, check }) => [
    objects.toLocaleString('en'),
    ms(memory),
    ms(total),
    ms(check),
    against(check / total, 'at most 1', check <= total),
  ]),
]);
