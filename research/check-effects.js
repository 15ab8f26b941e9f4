// node research/check-effects.js <folder of CRDs> [--rows=FILE]: whether the fields that src/knowledge/ names are in the CRDs of
// their projects. The folder holds CRDs as their projects publish them; what schemas/crds/ has is read as well. Prints what
// isn't found, and counts; with --rows writes a line for each row and kind.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const [folder] = args.filter((arg) => !arg.startsWith('--'));
if (folder === undefined) {
  console.error('usage: node research/check-effects.js <folder of CRDs> [--rows=FILE]');
  process.exit(2);
}
/** @type {typeof import('./check-effects.js')} */
const { checkEffects } = await load('research/check-effects.ts');
const verdicts = checkEffects([resolve('schemas/crds'), resolve(folder)]);
const counts = new Map();
for (const { verdict, on, at } of verdicts) {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (verdict === 'not found') console.log(`not found: ${on} ${at}`);
}
console.log(
  [...counts]
    .sort()
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', '),
);
const file = args.find((arg) => arg.startsWith('--rows='))?.slice('--rows='.length);
if (file !== undefined) {
  const lines = verdicts.map(({ project, on, at, verdict, source }) => [project, on, at, verdict, source].join('\t'));
  writeFileSync(file, `${['project\ton\tat\tverdict\tcrd', ...lines].join('\n')}\n`);
}
