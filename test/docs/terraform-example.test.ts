import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.js';

const gaps = readFileSync(join(root, 'test/live/aws/moto_gaps.py'), 'utf8');

test('every gap of moto that is filled has a name', () => {
  const named = [.../^GAPS = \{\n([\s\S]*?)^\}/m.exec(gaps)![1]!.matchAll(/^ {4}"([^"]+)": "[^"]+",$/gm)].map(
    ([, name]) => name,
  );
  const marked = [...gaps.matchAll(/^# fills: (.*)$/gm)].flatMap(([, names = '']) => names.split(', '));
  expect(marked.sort()).toEqual(named.sort());
});

test.each(['terraform-eks', 'terraform-aks'])('every file and folder of %s is in its README', (name) => {
  const folder = join(root, 'examples', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const shipped = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'README.md' && !name.includes('tfstate'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const head = readme.split('\n## ')[0] ?? '';
  expect(shipped.filter((name) => !head.includes(`\`${name}\``))).toEqual([]);
});

test('destroying the bootstrap of Flux leaves the namespace of the contract, and its versions change with a commit', () => {
  const flux = (file: string) => readFileSync(join(root, 'examples/terraform-eks/flux', file), 'utf8');
  expect(flux('main.tf')).toMatch(/\bkeep_namespace += true\b/);
  expect(flux('main.tf')).toMatch(/\bembedded_manifests += true\b/);
  expect(flux('versions.tf')).toMatch(/"fluxcd\/flux"\n[^}]*version = "~> \d+\.\d+\.\d+"/);
});
