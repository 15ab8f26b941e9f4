import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/root.js';

const folders = readdirSync(join(root, 'src/addons'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('each folder of src/addons/', () => {
  it('is found', () => {
    expect(folders).toContain('external-dns');
  });

  it('has its tests', () => {
    const untested = folders
      .map((name) => `test/addons/${name}.test.ts`)
      .filter(
        (file) => !existsSync(join(root, file)) || !/^describeAddon\(/m.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(untested, 'write these, with describeAddon(…), which tests what every addon must do').toEqual([]);
  });

  it('is exported', () => {
    const index = readFileSync(join(root, 'src/addons/index.ts'), 'utf8');
    const missing = folders.filter((name) => !index.includes(`from './${name}/index.js';`));
    expect(missing, 'export these addons from src/addons/index.ts').toEqual([]);
  });
});
