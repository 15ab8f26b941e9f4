import { posix } from 'node:path';
import { type Git, GitError } from '../../applied/git.js';
import type { AppLayout } from '../../compile/layout.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { mayBecome } from '../../substitution/may-become.js';

/**
 * Whether a Kustomization may read a folder (relative to the tree's root), or a folder above it: in a commit, or in the
 * work tree.
 */
export type HasParent = (folder: string, commit?: string) => boolean;

/**
 * Opens a quick check for files outside of a cluster's folder that may make a Kustomization read it: by the lines with
 * a path, which are read once for all folders. Finds nothing without git.
 */
export const openParents = (
  open: () => Git,
  { inRepository, sourceRoot }: Pick<AppLayout, 'inRepository' | 'sourceRoot'>,
): HasParent => {
  let git: Git | undefined;
  const known = new Map<string | undefined, Paths>();
  const pathsIn = (commit: string | undefined): Paths => {
    git ??= open();
    const lines = git.pathLines(commit);
    const found = {
      certain: new Set(lines.flatMap((line) => PATH.exec(line)?.[1] ?? [])),
      withVars: lines.filter(holdsExpression).flatMap((line) => PATH_WITH_VARS.exec(line)?.[1] ?? []),
    };
    known.set(commit, found);
    return found;
  };
  return (folder, commit) => {
    try {
      const paths = known.get(commit) ?? pathsIn(commit);
      const full = posix.join(inRepository, folder);
      let at = full.startsWith(sourceRoot) ? full.slice(sourceRoot.length) : full;
      if (paths.withVars.some((path) => mayBecome(path, at))) return true;
      for (; at !== '.' && at !== ''; at = posix.dirname(at)) if (paths.certain.has(at)) return true;
      return false;
    } catch (error) {
      if (error instanceof GitError) return false;
      throw error;
    }
  };
};

interface Paths {
  readonly certain: ReadonlySet<string>;
  readonly withVars: readonly string[];
}

const PATH_WITH_VARS = /(?:^|[^A-Za-z])path["']?: *["']?[./]*([^\s"',]+?)\/?(?:["',\s]|$)/;
const PATH = /(?:^|[^A-Za-z])path["']?: *["']?[./]*([\w.][^\s"',}]*?)\/?["']?\s*(?:$|[,}#])/;
