import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { FolderTree } from './folder-tree.js';
import { judge } from './judge.js';
import { withUnappliedMakers } from './unapplied-makers.js';
import { unbuiltObjects, unlessUnbuilt } from './unbuilt-objects.js';

interface JudgedOptions {
  readonly view: FluxView;
  readonly tree: FolderTree;
  readonly cluster: string;
  /** The version of Flux, as the files say. */
  readonly flux: string | undefined;
}

/** What is found in a cluster, as far as it counts in a repository that fluxspan doesn't write. */
export const judgedFindings = (
  found: readonly Diagnostic[],
  { view, tree, cluster, flux }: JudgedOptions,
): readonly Diagnostic[] => {
  const unbuilt = unbuiltObjects(view);
  return withUnappliedMakers(found, view, tree).flatMap((one) => {
    const judged = isGenerated(one) ? undefined : unlessUnbuilt(judge(one, flux), unbuilt);
    return judged === undefined ? [] : [{ ...judged, at: { cluster, ...judged.at } }];
  });
};

/** `flux install` wrote it, and people don't edit it. */
const isGenerated = ({ at }: Diagnostic): boolean => /(?:^|\/)gotk-components\.ya?ml(?::|$)/.test(at.file ?? '');
