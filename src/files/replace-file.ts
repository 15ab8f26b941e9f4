import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file whole or not at all. A file that is there keeps its mode, and a symlink that is there is replaced, not
 * followed.
 *
 * @param mode of a file that is new. @default - as the process makes files
 */
export const replaceFile = (path: string, text: string | Uint8Array, mode?: number): void => {
  const next = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // `wx` follows no symlink either.
    writeFileSync(next, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    keepMode(path, next);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
};

/** Gives a file that will take the place of another one its mode. */
export const keepMode = (from: string, to: string): void => {
  const before = lstatSync(from, { throwIfNoEntry: false });
  if (before?.isFile() === true) chmodSync(to, before.mode & 0o7777);
};

/** Why {@link replaceFile} can't write a file, in a word of the system, as far as its folder says: `EACCES`. */
export const unwritableReason = (path: string): string | undefined => {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return lstatSync(folder).isDirectory() ? undefined : 'ENOTDIR';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};
