// node scripts/take-crds.js <schemas/crds/name.yaml> <upstream version> <file>…: keeps the facts of a project's CRDs.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { load } from './bundle.js';

const [out, version, ...sources] = process.argv.slice(2);
if (out === undefined || version === undefined || sources.length === 0) {
  console.error('usage: node scripts/take-crds.js <schemas/crds/name.yaml> "<upstream> <version>" <file>…');
  process.exit(2);
}
const [{ stripCrd }, { parseYamlDocuments }, { printYaml }] = await Promise.all([
  load('src/kinds/strip-crd.ts'),
  load('src/yaml/parse-yaml.ts'),
  load('src/yaml/print-yaml.ts'),
]);
const crds = sources
  .flatMap((file) => parseYamlDocuments(readFileSync(file, 'utf8')))
  .filter((document) => document?.kind === 'CustomResourceDefinition')
  .map(stripCrd)
  .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
const header = `# ${basename(out, '.yaml')}: schemas of ${version}; facts only (no descriptions or messages; status left open).\n`;
writeFileSync(out, header + crds.map((crd) => printYaml(crd)).join('---\n'));
console.log(`${out}: ${crds.length} kinds`);
