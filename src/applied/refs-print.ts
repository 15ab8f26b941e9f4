import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A text that changes whenever the refs of a folder's repository change: with a commit, a fetch, or another branch.
 * Reads a few files and doesn't run git; undefined if there is no repository.
 */
export const tryPrintRefs = (folder: string): string | undefined => {
  const git = findGitFolder(folder);
  if (git === undefined) return undefined;
  const common = resolve(git, readText(join(git, 'commondir')) ?? '.');
  const own = ['HEAD', 'logs/HEAD', 'shallow'].map((name) => join(git, name));
  const shared = ['packed-refs', 'FETCH_HEAD', 'config', 'reftable/tables.list'].map((name) => join(common, name));
  return [...own, ...shared, ...filesIn(join(common, 'refs'))].map(printFile).join('\n');
};

/** The folder `.git`, or the one that a file `.git` points to. */
const findGitFolder = (folder: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.git');
    if (existsSync(path)) {
      if (statSync(path).isDirectory()) return path;
      const to = /^gitdir: (.+)$/m.exec(readText(path) ?? '')?.[1];
      return to === undefined ? undefined : resolve(at, to);
    }
    if (dirname(at) === at) return undefined;
  }
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
};

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // A ref disappeared while they were listed; the next call notices.
    return [];
  }
};

/** Git writes a changed ref to a new file. */
const printFile = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${path} ${stats.ino} ${stats.mtimeMs} ${stats.size}`;
};
