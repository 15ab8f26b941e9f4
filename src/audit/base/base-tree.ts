import { BaseTree } from '../../applied/base-tree.js';
import { Git, GitError } from '../../applied/git.js';
import { isYaml } from '../../applied/is-yaml.js';
import { commitTree } from '../../applied/view/commit-tree.js';
import type { FolderTree } from '../folder-tree.js';

/** A commit as Flux has fetched it, for the audited folder alone. */
export interface AuditedBase {
  /** As the user wrote it. */
  readonly revision: string;
  /** Where the working tree left it. */
  readonly commit: string;
  readonly tree: FolderTree;
}

/** A revision that audit can't compare with, and the fix. */
export class BaseError extends Error {
  override readonly name = 'BaseError';
}

/**
 * Reads the commit at which the working tree left a revision. No file is checked out.
 *
 * @param folder absolute
 * @throws BaseError
 */
export const openAuditedBase = (folder: string, revision: string): AuditedBase => {
  const git = openGit(folder);
  const named = git.tryCommit(revision);
  if (named === undefined)
    throw new BaseError(
      `no branch, tag or commit here is called "${revision}": fetch it (git fetch origin), or correct the name`,
    );
  if (git.tryCommit('HEAD') === undefined) throw new BaseError('this repository has no commit yet');
  const commit = git.tryMergeBase(named, 'HEAD');
  if (commit === undefined)
    throw new BaseError(
      git.shallow
        ? `this clone is shallow, and lacks the commit where "${revision}" and HEAD part: git fetch --unshallow`
        : `"${revision}" and HEAD have no commit in common`,
    );
  const inRepository = git.prefix.replace(/\/$/, '');
  const below = new BaseTree(git, { commit, revision }, { inRepository, sourceRoot: git.prefix });
  const tree = commitTree(below, git.parsed, new Map());
  tree.prepare(() => [...tree.blobs.keys()].filter(isYaml));
  return {
    revision,
    commit,
    tree: {
      ...tree,
      unread: new Map(),
      textOf: (path) => tree.read([path]).get(path),
      namingKustomizations: () =>
        tree
          .namingKustomizations()
          .flatMap((path) => (path.startsWith(git.prefix) ? [path.slice(git.prefix.length)] : [])),
    },
  };
};

const openGit = (folder: string): Git => {
  try {
    return new Git(folder);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new BaseError(`${error.message}: ${error.fix}`);
  }
};
