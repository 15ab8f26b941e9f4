import { join } from 'node:path';
import { inRepository } from '../../applied/base-tree.js';
import { Git } from '../../applied/git.js';
import type { AppLayout } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { TreePlan } from '../../tree/check-plan.js';
import { compareTree, type TreeChanges, type TreeScope } from '../../tree/compare-tree.js';
import { treeDiagnostics } from '../../tree/tree-diagnostics.js';
import { handoverBlocked } from '../diagnostics.js';
import type { HandoverFile } from './handover-outcome.js';

/** What a step writes, and what keeps it from that. */
export interface PlannedWrite {
  readonly changes: TreeChanges;
  /** How many files aren't as they should be. */
  readonly touched: number;
  readonly files: readonly HandoverFile[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Compares the tree of a step with the files, of which none may have changes that aren't committed.
 *
 * @param folder the project's folder
 * @param found problems that are known already
 */
export const planWrite = (
  folder: string,
  tree: AppLayout,
  files: TreePlan,
  scope: TreeScope,
  found: readonly Diagnostic[],
): PlannedWrite => {
  const inGit = (path: string) => inRepository({ root: tree.inRepository }, path);
  const changes = compareTree(join(folder, tree.root), files, scope, { force: false, tree });
  const problems = [...found, ...treeDiagnostics(tree, { ...changes, kept: [] })];
  const touched = [...changes.added, ...changes.changed, ...changes.removed, ...changes.kept, ...changes.headers];
  const dirty = new Set(new Git(folder).dirty(touched.map((path) => inGit(path))));
  for (const path of [...dirty, ...changes.kept.map((one) => inGit(one))]) {
    if (problems.every(({ at }) => at.file !== path)) problems.push(uncommitted(path, dirty.has(path)));
  }
  const listed = (
    [
      ['+', changes.added],
      ['~', changes.changed],
      ['-', changes.removed],
    ] as const
  ).flatMap(([mark, paths]) => paths.map((path) => ({ mark, path: tree.inProject(path) })));
  return { changes, touched: touched.length, files: listed, problems };
};

export const uncommitted = (path: string, dirty: boolean): Diagnostic =>
  diagnose(handoverBlocked, {
    message: dirty
      ? `"${path}" has changes that are not committed, and handover would write over them`
      : `"${path}" was edited by hand on this branch, and handover would write over it`,
    at: { file: path },
    fix: dirty
      ? `commit them, or take them back: git checkout -- ${path} (git clean for a new file)`
      : 'take the edit back, then run handover again',
  });
