import { posix } from 'node:path';
import { tryFindKustomizationFile } from '../../base/kustomize-files.js';
import type { ClusterViews } from '../../base/view/cluster-views.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { rootAppliesAddons } from './diagnostics.js';

/**
 * Files of addons' folders that Flux's root reads itself: it would apply their objects beside the addons' Kustomizations,
 * without their settings and vars.
 *
 * @param clusterFolder the cluster's folder, from the repository's root
 */
export const addonsInRoot = (
  { root, isOwn, inTree, tree, after }: ClusterViews,
  { cluster, layout, files }: ClusterPlan,
  clusterFolder: string,
): readonly Diagnostic[] => {
  // A root that is gone reads nothing, and that is told by itself.
  if (root.folder === undefined || after.running.isGone) return [];
  const read = root.files.filter((path) => /\.ya?ml$/.test(path) && isOwn(path) && !layout.isInFolder(inTree(path)));
  if (read.length === 0) return [];
  const folder = root.folder;
  const list = tryFindKustomizationFile(tree, folder);
  const entries = [...files.keys()]
    .filter((path) => layout.isInFolder(path) && path.endsWith('.yaml'))
    .map((path) => `\n  - ${posix.relative(folder, posix.join(clusterFolder, posix.relative(layout.folder, path)))}`);
  const file = list ?? posix.join(folder, 'kustomization.yaml');
  return [
    diagnose(rootAppliesAddons, {
      message: `Flux's root reads ${folder === '' ? 'the whole repository' : `"${folder}"`}, the folders of addons included: it would apply their objects beside the addons' own Kustomizations, without their settings and vars`,
      at: { cluster, file: list ?? root.file ?? folder },
      notes: [`it would read ${read.length === 1 ? `"${read[0]}"` : `"${read[0]}" and ${read.length - 1} more`}`],
      fix:
        list === undefined
          ? `write "${file}", with all that the root is to read: what others have there, and of this cluster${entries.join('')}`
          : `take the folders of addons out of "${file}"`,
    }),
  ];
};
