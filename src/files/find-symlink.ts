import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * The first symlink on the way from a folder to a path below it, the path included. Of a path elsewhere, only the last
 * part is looked at: how a machine reaches it isn't ours to judge.
 */
export const findSymlink = (folder: string, path: string): string | undefined => {
  const inside = relative(folder, path);
  if (inside === '') return undefined;
  if (inside.startsWith('..') || isAbsolute(inside)) return isSymlink(path) ? path : undefined;
  let at = folder;
  for (const part of inside.split(sep)) {
    at = join(at, part);
    if (isSymlink(at)) return at;
  }
  return undefined;
};

const isSymlink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // A file is in the place of a folder: whoever writes there says so.
    return false;
  }
};
