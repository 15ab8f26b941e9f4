import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A text that changes with the refs of the repository around a folder: with a commit, a fetch, another branch. A look at
 * few files, without a run of git; undefined where there is no repository.
 */
export const tryPrintRefs = (folder: string): string | undefined => {
  const git = findGitFolder(folder);
  if (git === undefined) return undefined;
  const common = resolve(git, readText(join(git, 'commondir')) ?? '.');
  const own = ['HEAD', 'logs/HEAD', 'shallow'].map((name) => join(git, name));
  const shared = ['packed-refs', 'FETCH_HEAD', 'config', 'reftable/tables.list'].map((name) => join(common, name));
  return [...own, ...shared, ...filesIn(join(common, 'refs'))].map(printFile).join('\n');
};

/** The folder `.git`, or the one that the file of this name tells of. */
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
    // A ref goes while they are listed: the next look sees it.
    return [];
  }
};

/** Git replaces a ref by a new file. */
const printFile = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${path} ${stats.ino} ${stats.mtimeMs} ${stats.size}`;
};
