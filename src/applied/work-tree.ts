import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexFiles } from './git-files.js';

/** The files of the work tree, from the repository's root. */
export interface WorkTree {
  /** Blob ids by path, of files that are as the index has them. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The other files. */
  readonly onDisk: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

/** @param top the repository's root, absolute */
export const readWorkTree = (top: string, index: IndexFiles): WorkTree => {
  const links = new Set(index.links);
  const onDisk = new Set<string>();
  for (const path of index.touched) {
    const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) links.add(path);
    else if (stats?.isFile() === true) onDisk.add(path);
  }
  return { blobs: index.blobs, onDisk, links };
};
