import { Git, GitError } from './git.js';

/**
 * The files whose text git doesn't have: changed since they were staged or committed, or never added. Without a
 * repository, all of them.
 *
 * @param project a folder of the repository, which the paths start from
 */
export const findUnknownToGit = (project: string, paths: readonly string[]): ReadonlySet<string> => {
  try {
    const git = new Git(project);
    const unknown = new Set(git.unstaged(paths.map((path) => git.prefix + path)));
    return new Set(paths.filter((path) => unknown.has(git.prefix + path)));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return new Set(paths);
  }
};
