import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ClusterTree } from '../../applied/base-tree.js';
import type { FluxFiles } from '../../applied/flux-files.js';
import { tryReadId } from '../../applied/object-id.js';
import { rootOf } from '../../applied/view/find-root.js';

/**
 * Opens a quick check for a root of another cluster that also reads a cluster's folder: reads what `flux bootstrap`
 * wrote to the neighbouring folders, each once for all clusters.
 *
 * @param root the tree's folder on the disk
 */
export const openRootsBeside = (
  root: string,
  tree: Pick<ClusterTree, 'folderOf'>,
  flux: FluxFiles,
): ((folder: string) => boolean) => {
  const known = new Map<string, readonly { readonly name: string; readonly reads: ReadonlySet<string> }[]>();
  return (folder) => {
    const above = posix.dirname(folder);
    let beside = known.get(above);
    if (beside === undefined) {
      const place = join(root, above);
      const names = existsSync(place) && lstatSync(place).isDirectory() ? readdirSync(place) : [];
      beside = names.map((name) => ({ name, reads: readFolders(join(place, name), tree, flux) }));
      known.set(above, beside);
    }
    return beside.some(({ name, reads }) => name !== posix.basename(folder) && reads.has(folder));
  };
};

const SYNC = 'gotk-sync.yaml';

/** The folders that the roots in a file read. */
const readFolders = (folder: string, tree: Pick<ClusterTree, 'folderOf'>, flux: FluxFiles): ReadonlySet<string> => {
  if (!flux.paths(folder).includes(SYNC)) return new Set();
  const objects = flux.tryParse(flux.text(folder, SYNC)) ?? [];
  return new Set(
    objects.flatMap((json) => {
      const id = tryReadId(json);
      return (id === undefined ? undefined : rootOf(tree, id, json)?.folder) ?? [];
    }),
  );
};
