import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../files/replace-file.js';

/** Writes the edited files of the first step. Each is clean in git, so that git can restore it. */
export const writeEdited = (top: string, edited: ReadonlyMap<string, string>): void => {
  for (const [path, text] of edited) replaceFile(join(top, path), text);
};

/** Removes the files of a hand-written tree, and folders that become empty. */
export const writeRemoved = (top: string, paths: readonly string[]): void => {
  for (const path of paths) rmSync(join(top, path), { force: true });
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.' && folder !== ''; folder = dirname(folder)) {
      const full = join(top, folder);
      if (!existsSync(full)) continue;
      if (readdirSync(full).length > 0) break;
      rmdirSync(full);
    }
  }
};
