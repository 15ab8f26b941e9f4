import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { requireDist } from './require-dist.js';
import { root } from './root.js';
import { writeFiles } from './write-files.js';

/** A project of a user, in a folder of its own outside the repository. */
export interface TestProject {
  readonly folder: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Replaces text in a file; what is not there is a mistake of the test. */
  edit(path: string, from: string, to: string): void;
  /** Text by path of all files below a folder, sorted. */
  files(folder: string): Readonly<Record<string, string>>;
  remove(): void;
}

/** Copies the small app beside this file, and lets it find `fluxspan` by its name. */
export const makeProject = (): TestProject => {
  requireDist();
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-cli-'));
  cpSync(join(root, 'test/cli/app'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/fluxspan'));
  for (const name of ['cdk8s', 'constructs', 'zod']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string) => writeFiles(folder, { [path]: text });
  return {
    folder,
    read,
    write,
    edit(path, from, to) {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
      write(path, text.replace(from, to));
    },
    files(below) {
      if (!existsSync(join(folder, below))) return {};
      const paths = readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
      return Object.fromEntries(paths.sort().map((path) => [path, read(path)]));
    },
    remove() {
      rmSync(folder, { recursive: true });
    },
  };
};
