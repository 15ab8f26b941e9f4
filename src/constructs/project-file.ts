import { realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { findSymlink } from '../files/find-symlink.js';
import { textOf } from '../files/lossless-text.js';
import { FileError, readRegularFile } from '../files/read-file.js';
import { decodeUtf16, isUtf16 } from '../files/utf16-text.js';

export { unreadReason } from '../files/read-file.js';

/** The API server takes no object that is larger. */
const MOST_MEGABYTES = 1;

/**
 * The text of a file below the project's folder.
 *
 * @param project @default - the current folder
 * @throws FileError where it is somewhere else, or isn't a regular file of text; what the file system throws otherwise
 */
export const readProjectFile = (path: string, project = '.'): string => {
  const inside = normalize(path);
  if (isAbsolute(path) || inside === '..' || inside.startsWith(`..${sep}`))
    throw new FileError("it isn't below the project's folder");
  const folder = resolve(project);
  const link = findSymlink(folder, join(folder, inside));
  if (link !== undefined) throw new FileError(`"${relative(folder, link)}" is a symbolic link`);
  const bytes = readRegularFile(join(folder, inside), MOST_MEGABYTES);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw new FileError("it isn't UTF-8");
  return text;
};

/** Where a file really is, behind links; undefined where there is none. cdk8s prints a stack for such a path. */
export const tryFindFile = (path: string): string | undefined => tryFind(path, (stats) => stats.isFile());

/** Where a folder really is, behind links; undefined where there is none. */
export const tryFindFolder = (path: string): string | undefined => tryFind(path, (stats) => stats.isDirectory());

/** The text of a file in UTF-16; undefined if it is anything else. What the file system throws, it throws. */
export const tryReadUtf16 = (path: string): string | undefined => {
  const text = textOf(readRegularFile(path, MOST_INCLUDED_MEGABYTES));
  return isUtf16(text) ? decodeUtf16(text) : undefined;
};

/** A file may have many objects. */
const MOST_INCLUDED_MEGABYTES = 64;

const tryFind = (path: string, fits: (stats: Stats) => boolean): string | undefined => {
  try {
    const real = realpathSync(path);
    return fits(statSync(real)) ? real : undefined;
  } catch {
    return undefined;
  }
};
