import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addonTables } from '../../scripts/addon-tables.js';
import * as addons from '../../src/addons/index.js';
import { root } from '../support/root.js';

const path = fileURLToPath(new URL('../../docs/package-addons.md', import.meta.url));

/** The tables are generated: `npx vitest run test/docs -u` writes them again. */
test('docs/package-addons.md says of each addon what it needs, provides and takes', async () => {
  const docs = readFileSync(path, 'utf8');
  const [needs = '', versions = '', options = ''] = addonTables(root, addons as never).split('\n\n');
  const expected = docs
    .replace(/^\| addon +\| requires .*\n(?:\|.*\n)+/m, () => `${needs.trim()}\n`)
    .replace(/^\| in versions.yaml .*\n(?:\|.*\n)+/m, () => `${versions.trim()}\n`)
    .replace(/^\| addon +\| option .*\n(?:\|.*\n)+/m, () => `${options.trim()}\n`);
  expect(expected).toContain(needs);
  expect(expected).toContain(versions);
  expect(expected).toContain(options.trim());
  await expect(expected).toMatchFileSnapshot(path);
});
