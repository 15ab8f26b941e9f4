// node research/plant-mistakes.js <clone>… [--each=5] [--seed=1] [--show]
//
// Plants mistakes that people make in copies of public repositories, one at a time, audits each, and counts which are
// found: a new finding in the file of the mistake, or one that names it. --show prints all new findings.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const clones = args.filter((arg) => !arg.startsWith('--'));
if (clones.length === 0) {
  console.error('usage: node research/plant-mistakes.js <clone>… [--each=5] [--seed=1] [--show]');
  process.exit(2);
}
const numberOf = (name, other) => Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? other);
const { plantMistakes } = await load('research/plant-mistakes.ts');
await plantMistakes({
  clones: clones.map((one) => resolve(one)),
  each: numberOf('each', 5),
  seed: numberOf('seed', 1),
  show: args.includes('--show'),
});
