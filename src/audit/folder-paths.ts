import { posix } from 'node:path';
import type { FolderTree } from './folder-tree.js';

/** All folders that have a file, directly or below, without the root. */
export const folderPaths = ({ blobs }: Pick<FolderTree, 'blobs'>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of blobs.keys())
    for (let at = posix.dirname(path); at !== '.' && !found.has(at); at = posix.dirname(at)) found.add(at);
  return found;
};
