// node research/compare-values.js <charts> <documents> [--limit=40]: whether the compiler and synth refuse the same values.
//
// <charts> has a folder for each chart, <documents> JSON files of { chart, values }, at any depth. Imports each chart,
// compiles each document against the chart's type, checks it as synth does, and prints a row for each chart, with the
// documents on which the two differ. docs/chart-values.md has the sums.
import { resolve } from 'node:path';
import { load } from '../scripts/bundle.js';

const args = process.argv.slice(2);
const [charts, documents] = args.filter((arg) => !arg.startsWith('--'));
if (charts === undefined || documents === undefined) {
  console.error('usage: node research/compare-values.js <charts> <documents> [--limit=40]');
  process.exit(2);
}
const limit = Number(args.find((arg) => arg.startsWith('--limit='))?.slice('--limit='.length) ?? 40);
const { compareValues } = await load('research/compare-values.ts');
await compareValues(resolve(charts), resolve(documents), limit);
