import { posix } from 'node:path';
import { BaseTree, inRepository } from '../../applied/base-tree.js';
import { findBase } from '../../applied/find-base.js';
import { Git } from '../../applied/git.js';
import type { AppLayout } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { folderMoved } from './diagnostics.js';
import { rootReadsInBase } from './root-reads.js';

/**
 * Reports folders that clusters had before and that synth would empty while the base's root still reads them: Flux
 * would delete all that their Kustomizations applied.
 *
 * @param removed files that synth would remove there, relative to the tree's root
 */
export const leftFolderProblems = (
  project: string,
  layout: AppLayout,
  removed: readonly string[],
  { follows, base: explicit }: { readonly follows: string; readonly base: string | undefined },
): readonly Diagnostic[] => {
  const git = new Git(project);
  const base = findBase(git, follows, explicit);
  if ('cause' in base) return [];
  const whole = new BaseTree(git, base, layout, true);
  const folders = new Set(removed.map((path) => inRepository({ root: layout.inRepository }, posix.dirname(path))));
  return [...folders].sort().flatMap((folder) => {
    if (rootReadsInBase(whole, folder)?.has(folder) !== true) return [];
    return [
      diagnose(folderMoved, {
        message: `synth would empty "${folder}", which Flux's root still reads at ${base.revision}: Flux would delete every Kustomization there, with all that it applied`,
        at: { file: folder },
        fix: `let the root in "${folder}/flux-system" read the new folder first (spec.path, or spec.sync.path of a FluxInstance), and merge that; or take the old place of the cluster back`,
      }),
    ];
  });
};
