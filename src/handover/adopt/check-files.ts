import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableTree } from '../../applied/base-tree.js';
import type { Base } from '../../applied/find-base.js';
import type { Git } from '../../applied/git.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { textOf } from '../../files/lossless-text.js';
import { handoverBlocked } from '../diagnostics.js';
import { uncommitted } from '../steps/plan-write.js';

/** Reads a file of the work tree, converted to LF line endings. */
export const readWorking = (git: Git, path: string): string | undefined => {
  const full = join(git.top, path);
  return existsSync(full) ? unixLines(textOf(readFileSync(full))) : undefined;
};

/** Converts line endings to LF. */
export const unixLines = <T extends string | undefined>(text: T) => text?.replaceAll('\r\n', '\n');

/** Checks that files to edit or remove are committed, and the same as in the base. */
export const checkFiles = (
  git: Git,
  { commit, revision }: Base,
  tree: ReadableTree,
  paths: readonly string[],
  edited: ReadonlyMap<string, string>,
): readonly Diagnostic[] => {
  const texts = tree.read(paths);
  const differing = paths.filter((path) => {
    const now = readWorking(git, path);
    // The file was already removed in the second step, or edited in the first.
    return now !== unixLines(texts.get(path)) && now !== unixLines(edited.get(path));
  });
  const dirty = new Set(git.dirty(differing));
  const isBehind = differing.length > 0 && git.tryMergeBase('HEAD', commit) !== commit;
  return differing.map((path) =>
    dirty.has(path) || readWorking(git, path) === undefined
      ? uncommitted(path, true)
      : diagnose(handoverBlocked, {
          message: `"${path}" is not as ${revision} has it${isBehind ? '' : ': this branch has changed it, and handover edits it'}`,
          at: { file: path },
          fix: isBehind
            ? `start from ${revision}: git rebase ${revision}`
            : `revert the change, with git checkout ${commit.slice(0, 12)} -- ${path}, and run handover again; merge the change by itself before the first step, or with the second`,
        }),
  );
};
