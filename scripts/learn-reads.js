// node scripts/learn-reads.js <name> <chart>: what the templates of a chart read, for schemas/charts/<name>/reads.json.
//
// <chart> is the folder or .tgz of the version that schemas/sources.yaml names, such as `helm pull` gives it. Only facts
// are kept: which paths the templates read, and what they do with them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './bundle.js';

const [name, chart] = process.argv.slice(2);
if (name === undefined || chart === undefined) {
  console.error('usage: node scripts/learn-reads.js <name> <chart>');
  process.exit(2);
}
const { importReads } = await load('src/import/import-chart.ts');
const { printJson } = await load('src/import/print-values-schema.ts');
const { reads, problems } = await importReads(chart);
for (const { severity, at, message } of problems) console.error(`${severity}: ${at}: ${message}`);
if (reads === undefined) throw new Error('the chart has no templates');
writeFileSync(join('schemas', 'charts', name, 'reads.json'), `${printJson(reads)}\n`);
