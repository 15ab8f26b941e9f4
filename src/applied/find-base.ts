import type { Git } from './git.js';

/** The commit that Flux has applied. */
export interface Base {
  readonly commit: string;
  /** As the user writes it: `origin/main`. */
  readonly revision: string;
}

/** Why there is nothing to compare with, and the fix. */
export interface NoBase {
  readonly cause: string;
  readonly fix: string;
  /** The command that fetches the missing commits into this clone, if there is one. */
  readonly fetch?: string;
  /** The repository has no commit or no remote yet. */
  readonly isNew?: true;
  /** The user named the base for this run, so going on without it isn't an option. */
  readonly isNamed?: true;
  /** The folder isn't what it seems to be, so going on without it isn't an option. */
  readonly isRefused?: boolean;
}

/**
 * Finds the commit that Flux has applied: the tip of the branch that Flux follows if that branch is checked out, or
 * else the merge base with it, since all changes of a branch arrive together.
 *
 * @param explicit the commit from `--base`
 */
export const findBase = (git: Git, follows: string, explicit: string | undefined): Base | NoBase => {
  if (explicit !== undefined) {
    const commit = git.tryCommit(explicit);
    return commit === undefined
      ? {
          cause: `"${explicit}" is not a commit of this repository`,
          fix: 'give --base a branch, tag or commit that is here',
          isNamed: true,
        }
      : { commit, revision: explicit };
  }
  const isIt = git.branch === follows || git.branch === follows.slice(follows.indexOf('/') + 1);
  const found = isIt ? git.tryCommit(follows) : (git.tryMergeBaseOfMerge(follows) ?? git.tryMergeBase('HEAD', follows));
  if (found !== undefined) return { commit: found, revision: follows };
  if (isIt || git.tryCommit(follows) === undefined) {
    const own = git.tryDefaultBranch(follows.slice(0, Math.max(0, follows.indexOf('/'))));
    if (own !== undefined && own !== follows && git.tryCommit(own) !== undefined) {
      return {
        cause: `the branch "${follows}", which Flux follows, is not in this clone; the branch of this repository is "${own}"`,
        fix: `name the branch that Flux follows: new FluxCluster(app, …, { base: '${own}' })`,
      };
    }
    if (git.tryCommit('HEAD') === undefined) {
      return {
        cause: 'this repository has no commit yet',
        fix: 'commit the project, and push it to where Flux reads it',
        isNew: true,
      };
    }
    if (git.remotes().length === 0) {
      return {
        cause: `this repository has no remote, so it has no branch "${follows}", which Flux follows`,
        fix: 'name the one that Flux reads: git remote add origin URL && git fetch origin',
        isNew: true,
      };
    }
    return {
      cause: `the branch "${follows}", which Flux follows, is not in this clone`,
      fix: `fetch it: ${fetchCommand(follows)} (in CI, fetch-depth: 0); or give --base REV, or name it: new FluxCluster(app, …, { base: … })`,
      fetch: fetchCommand(follows),
    };
  }
  return {
    cause: git.shallow
      ? `this clone is too shallow to hold a common commit of HEAD and "${follows}"`
      : `HEAD and "${follows}" have no commit in common`,
    fix: git.shallow ? 'fetch the rest: git fetch --unshallow (in CI, fetch-depth: 0)' : 'give --base REV',
    ...(git.shallow ? { fetch: 'git fetch --unshallow' } : {}),
  };
};

/**
 * The command names the destination, too: a clone of one branch (`--single-branch`, `--depth`) doesn't fetch other
 * branches by name alone.
 */
const fetchCommand = (follows: string): string => {
  const [, remote, branch] = /^([^/]+)\/(.+)$/.exec(follows) ?? [];
  return branch === undefined
    ? `git fetch origin ${follows}:${follows}`
    : `git fetch ${remote} +${branch}:refs/remotes/${remote}/${branch}`;
};
