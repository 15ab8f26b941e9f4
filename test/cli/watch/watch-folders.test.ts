import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FolderWatch, watchFolders } from '../../../src/cli/watch/watch-folders.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const inFolder = (path: string) => join(folder, path);
let watched: FolderWatch | undefined;
const seen = new Set<string>();
beforeEach(() => {
  seen.clear();
  mkdirSync(inFolder('src/deep'), { recursive: true });
  mkdirSync(inFolder('node_modules/a'), { recursive: true });
  mkdirSync(inFolder('tree'), { recursive: true });
  mkdirSync(inFolder('.git'), { recursive: true });
  watched = watchFolders({
    folder,
    onChange: (path) => seen.add(path.slice(folder.length + 1).replaceAll('\\', '/')),
    onLimit: (where, error) => {
      throw new Error(`${where}: ${error.message}`);
    },
  });
  watched.ignore([inFolder('tree')]);
});
afterEach(() => {
  watched?.close();
  rmSync(inFolder('src'), { recursive: true, force: true });
});

const write = (path: string) => writeFileSync(inFolder(path), String(Math.random()));
const until = (path: string) => expect.poll(() => seen.has(path), { timeout: 20_000, interval: 20 }).toBe(true);
/** Events come in order: what was to be seen before this file has been seen. */
const settle = async () => {
  write('last.ts');
  await until('last.ts');
};

it('sees files that change, come and go, also by the rename of an atomic save', async () => {
  write('src/deep/a.ts');
  await until('src/deep/a.ts');
  seen.clear();
  write('src/b.ts~');
  renameSync(inFolder('src/b.ts~'), inFolder('src/deep/a.ts'));
  await until('src/deep/a.ts');
  seen.clear();
  rmSync(inFolder('src/deep/a.ts'));
  await until('src/deep/a.ts');
});

it('follows folders that come, go, and come again', async () => {
  mkdirSync(inFolder('src/new/inner'), { recursive: true });
  await until('src/new');
  write('src/new/inner/a.ts');
  await until('src/new/inner/a.ts');
  rmSync(inFolder('src/new'), { recursive: true });
  await settle();
  seen.clear();
  mkdirSync(inFolder('src/new/inner'), { recursive: true });
  await until('src/new');
  seen.clear();
  write('src/new/inner/b.ts');
  await until('src/new/inner/b.ts');
});

it('says nothing of the tree, of packages, of hidden folders, and of what editors leave', async () => {
  for (const path of ['tree/a.yaml', 'node_modules/a/index.js', '.git/HEAD', 'src/.a.ts.swp', 'src/a.ts~', 'src/4913'])
    write(path);
  await settle();
  expect([...seen]).toEqual(['last.ts']);
});

it('watches the folder again that is no longer ignored, and files elsewhere', async () => {
  watched?.ignore([]);
  write('tree/a.yaml');
  await until('tree/a.yaml');
  const outside = `${folder}-outside`;
  mkdirSync(outside, { recursive: true });
  try {
    watched?.also([join(outside, 'a.ts')]);
    writeFileSync(join(outside, 'a.ts'), 'new');
    await until('outside/a.ts');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

it('follows no symbolic link, so that a circle is not trouble', async () => {
  symlinkSync('..', inFolder('src/deep/up'));
  await settle();
  expect(seen).toContain('src/deep/up');
});
