// node scripts/learn-reads.js <name> <chart> [--values JSON] [--without TEMPLATE]: writes schemas/charts/<name>/reads.json,
// what the templates of a chart read of its values.
//
// <chart> is the folder or .tgz of the version that schemas/sources.yaml names, such as `helm pull` gives it. Only facts
// are kept: which paths the templates read, what they do with them, and which values must have the type of their default.
// The helm on the PATH tells the last; JSON are values that the chart needs to render at all. From a TEMPLATE that prints
// all values as they are, nothing is learned.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from './bundle.js';

const {
  positionals: [name, chart],
  values: { values = '{}', without = [] },
} = parseArgs({
  allowPositionals: true,
  options: { values: { type: 'string' }, without: { type: 'string', multiple: true } },
});
if (name === undefined || chart === undefined) {
  console.error('usage: node scripts/learn-reads.js <name> <chart> [--values JSON] [--without TEMPLATE]');
  process.exit(2);
}
const folder = join('schemas', 'charts', name);
const { importReads } = await load('src/charts/import-chart.ts');
const { printJson } = await load('src/charts/print-values-schema.ts');
const { parseYaml } = await load('src/yaml/parse-yaml.ts');
const { findOwnTypes } = await load('scripts/own-types.ts');
const { reads, problems } = await importReads(chart, without);
for (const { severity, at, message } of problems) console.error(`${severity}: ${at}: ${message}`);
if (reads === undefined) throw new Error('the chart has no templates');
const raw = parseYaml(readFileSync(join(folder, 'values.yaml'), 'utf8'));
const defaults = raw._internal_defaults_do_not_set ?? raw;
const own = findOwnTypes({ helm: 'helm', chart, values: JSON.parse(values), defaults });
for (const path of own) {
  let node = reads;
  for (const key of path) {
    node.keys ??= {};
    node.keys[key] ??= {};
    node = node.keys[key];
  }
  node.uses = [...(node.uses ?? []), 'own'];
}
writeFileSync(join(folder, 'reads.json'), `${printJson(reads)}\n`);
console.log(`${name}: ${own.length} values must have the type of their default`);
