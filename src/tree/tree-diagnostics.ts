import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { TreeProblem } from './compare-tree.js';
import { fileEdited, pathRefused } from './diagnostics.js';

/**
 * What is in the way of writing, as diagnostics.
 *
 * @param root the tree's folder, which the texts of the problems begin their paths with as well
 */
export const treeDiagnostics = (
  root: string,
  problems: readonly TreeProblem[],
  kept: readonly string[],
): readonly Diagnostic[] => [
  ...problems.map((problem) =>
    diagnose(pathRefused, {
      message: problem.cause,
      at: { file: problem.path === '' ? root : `${root}/${problem.path}` },
      fix: problem.fix,
    }),
  ),
  ...kept.map((path) =>
    diagnose(fileEdited, {
      message: `"${root}/${path}" was edited by hand, and is kept as it is`,
      at: { file: `${root}/${path}` },
      fix: 'move the change into the TypeScript and run synth --force, which writes the file anew',
    }),
  ),
];
