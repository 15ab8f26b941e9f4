import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../files/lossless-text.js';
import { readRegularFile } from '../files/read-file.js';
import type { ReadableTree } from './base-tree.js';

/** Files by path; unlisted files may exist on disk, too. */
class Files extends Map<string, string> {
  readonly #isOnDisk: (path: string) => boolean;

  constructor(listed: Iterable<string>, isOnDisk: (path: string) => boolean) {
    super([...listed].map((path) => [path, path]));
    this.#isOnDisk = isOnDisk;
  }

  override has(path: string): boolean {
    return super.has(path) || this.#isOnDisk(path);
  }
}

/**
 * The files of a repository on disk, overlaid with planned files. Only lists the files of one folder; finds others by
 * their paths.
 *
 * @param top the repository's folder, absolute
 * @param folder the folder whose files are listed, from the top
 * @param planned texts by path from the top, which take precedence over those on disk
 */
export const diskTree = (top: string, folder: string, planned: ReadonlyMap<string, string>): ReadableTree => {
  const stateOf = (path: string) => lstatSync(join(top, path), { throwIfNoEntry: false });
  const isFile = (path: string): boolean => !path.startsWith('..') && stateOf(path)?.isFile() === true;
  const listed = stateOf(folder)?.isDirectory() === true ? readdirSync(join(top, folder), { recursive: true }) : [];
  const files = listed.map((path) => `${folder}/${String(path).replaceAll('\\', '/')}`).filter(isFile);
  return {
    blobs: new Files([...files, ...planned.keys()], isFile),
    read: (paths) =>
      new Map(
        paths.flatMap((path) => {
          const text =
            planned.get(path) ?? (isFile(path) ? textOf(readRegularFile(join(top, path), MEGABYTES)) : undefined);
          return text === undefined ? [] : [[path, text] as const];
        }),
      ),
    folderOf: (path) => path,
  };
};

const MEGABYTES = 64;
