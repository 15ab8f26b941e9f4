import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ClusterTree } from '../../base/base-tree.js';
import { tryReadId } from '../../base/object-id.js';
import { parseObjects } from '../../base/parse-objects.js';
import { rootOf } from '../../base/view/find-root.js';
import { readRegularFile } from '../../files/read-file.js';
import type { JsonObject } from '../../json/json-value.js';

/**
 * Gives a quick look for the root of another cluster that reads a cluster's folder, too: at what `flux bootstrap` has
 * written to the folders beside it, each read once for all clusters.
 *
 * @param root the tree's folder on the disk
 */
export const openRootsBeside = (root: string, tree: Pick<ClusterTree, 'folderOf'>): ((folder: string) => boolean) => {
  const known = new Map<string, readonly { readonly name: string; readonly reads: ReadonlySet<string> }[]>();
  return (folder) => {
    const above = posix.dirname(folder);
    let beside = known.get(above);
    if (beside === undefined) {
      const place = join(root, above);
      const names = existsSync(place) && lstatSync(place).isDirectory() ? readdirSync(place) : [];
      beside = names.map((name) => ({ name, reads: readFolders(join(place, name, SYNC), tree) }));
      known.set(above, beside);
    }
    return beside.some(({ name, reads }) => name !== posix.basename(folder) && reads.has(folder));
  };
};

const SYNC = 'flux-system/gotk-sync.yaml';

/** The folders that the roots in a file read. */
const readFolders = (file: string, tree: Pick<ClusterTree, 'folderOf'>): ReadonlySet<string> => {
  if (!existsSync(file) || !lstatSync(file).isFile()) return new Set();
  const objects = tryParse(readRegularFile(file, MEGABYTES).toString('utf8'));
  return new Set(
    objects.flatMap((json) => {
      const id = tryReadId(json);
      return (id === undefined ? undefined : rootOf(tree, id, json)?.folder) ?? [];
    }),
  );
};

const MEGABYTES = 16;

const tryParse = (text: string): readonly JsonObject[] => {
  try {
    return parseObjects(text);
  } catch {
    return [];
  }
};
