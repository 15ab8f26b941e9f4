import { GitError } from './run-git.js';

/**
 * Why git can't read what must be there: an object that it listed, for example. A partial clone would fetch it on demand,
 * which fluxspan never does.
 *
 * @param said by git
 */
export const unreadable = (said: string, isPartial: boolean): GitError => {
  if (/\bbad\b.*\bconfig\b/.test(said)) {
    return new GitError(`git refuses one of its settings: ${said}`, 'correct it, or remove it, where git says');
  }
  return isPartial
    ? new GitError(
        'this clone does not hold all files of the commit that Flux has',
        'fetch what a partial clone leaves out: git fetch --refetch --no-filter origin',
      )
    : new GitError(`the repository is damaged: ${said}`, 'git fsck says what is broken; a new clone fixes it');
};
