import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Where a project lies in its repository. */
export interface ProjectPlace {
  /** The project's folder from the repository's root; empty, or with a `/` at the end. Empty too without a repository. */
  readonly prefix: string;
}

/**
 * Finds the repository around a project, as git does.
 *
 * @param project @default - the folder with the cdk8s.yaml, at or above the current one
 */
export const findProjectPlace = (project: string = projectAround(process.cwd())): ProjectPlace => {
  const start = tryRealPath(project);
  for (let at = start; ; at = dirname(at)) {
    if (isRepository(at)) {
      const prefix = relative(at, start).split(sep).join('/');
      return { prefix: prefix === '' ? '' : `${prefix}/` };
    }
    if (dirname(at) === at) return { prefix: '' };
  }
};

/** The repository around a project; the project itself where there is none. */
export const repositoryOf = (project: string, { prefix }: ProjectPlace): string =>
  resolve(project, ...prefix.split('/').flatMap((part) => (part === '' ? [] : ['..'])));

/** The folder with the cdk8s.yaml, at or above one; the folder itself where there is none. */
export const projectAround = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'cdk8s.yaml'))) return at;
    if (dirname(at) === at) return folder;
  }
};

const tryRealPath = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
};

/** A folder `.git` as `git init` makes it, or the file that a worktree or a submodule has in its place. */
const isRepository = (folder: string): boolean => {
  const git = join(folder, '.git');
  const stats = lstatSync(git, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || existsSync(join(git, 'HEAD')));
};
