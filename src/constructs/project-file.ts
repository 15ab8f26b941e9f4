import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { findSymlink } from '../files/find-symlink.js';
import { FileError, readRegularFile } from '../files/read-file.js';

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
