import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the user's cache for fluxspan, which may not be there yet; `undefined` where none can be trusted: where
 * another user may write, or where it lies in the project's repository, whose commits could then bring it.
 */
export const findCacheFolder = (project: string, env: Environment = process.env): string | undefined => {
  try {
    const caches = findCaches(env);
    if (caches === undefined) return undefined;
    const folder = join(caches, 'fluxspan');
    if (isInside(repositoryOf(realpathSync(project)), realPlace(folder))) return undefined;
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats === undefined || (stats.isDirectory() && isOnlyOurs(stats)) ? folder : undefined;
  } catch {
    // What can't be looked at is of no use.
    return undefined;
  }
};

/** Makes the folder that {@link findCacheFolder} found. @throws where that is not possible */
export const makeCacheFolder = (folder: string): void => {
  makeFolder(folder);
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || !isOnlyOurs(stats)) throw new Error('another user has made the folder meanwhile');
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
};

/** One by one: where a file system makes none, as in /proc, Node's own `recursive` never ends. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another run was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Whether this user owns a file or folder, and no one else may write there. Windows has rights of another kind. */
const isOnlyOurs = ({ uid, mode }: Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);

/**
 * The text of a file in the cache; `undefined` where there is no such file, or it is too large. Follows no symlink, waits
 * for no pipe, and reads nothing that another user may have written.
 *
 * @param most bytes
 */
export const tryReadCached = (path: string, most: number): string | undefined => tryReadBytes(path, most)?.toString();

/** The same of a file that is no text. */
export const tryReadBytes = (path: string, most: number): Buffer | undefined => {
  let file: number | undefined;
  try {
    // Windows has neither of the two.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    return stats.isFile() && isOnlyOurs(stats) && stats.size <= most ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
};

/** https://specifications.freedesktop.org/basedir-spec/latest/: a relative path is ignored. */
const findCaches = (env: Environment): string | undefined => {
  const { XDG_CACHE_HOME: given = '', LOCALAPPDATA: local = '' } = env;
  if (isAbsolute(given)) return given;
  if (process.platform === 'win32') return isAbsolute(local) ? local : undefined;
  const home = homedir();
  // With sudo, the home may still be that of the user who can't write there any more afterwards.
  if (!isAbsolute(home) || statSync(home).uid !== process.getuid?.()) return undefined;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
};

/** Where a path leads that may not be there yet. */
const realPlace = (path: string): string =>
  existsSync(path) || dirname(path) === path ? realpathSync(path) : join(realPlace(dirname(path)), basename(path));

/** The repository around a project, or the project itself. */
const repositoryOf = (project: string): string => {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return resolve(project);
  }
};

const isInside = (folder: string, path: string): boolean => {
  const inside = relative(folder, path);
  return !inside.startsWith('..') && !isAbsolute(inside);
};
