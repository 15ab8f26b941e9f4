import { posix } from 'node:path';
import type { ReadableTree } from '../../base/base-tree.js';
import { isFluxKustomization } from '../../base/cluster-state.js';
import { readKustomizeFolder } from '../../base/kustomize-files.js';
import { tryReadId } from '../../base/object-id.js';
import { ownerName } from '../../base/owner-name.js';
import type { JsonObject } from '../../json/json-value.js';
import type { HandWrittenCluster } from './read-hand-written.js';

/**
 * Files that somebody else reads too, with who that is: the clusters whose folders lie beside this one's, and the
 * Kustomizations of this cluster that stay. They must stay as they are.
 */
export const filesOfOthers = (
  tree: ReadableTree,
  folder: string,
  found: HandWrittenCluster,
  adopted: readonly string[],
  readsTree: (kustomization: JsonObject) => boolean,
): ReadonlyMap<string, string> => {
  const readers = new Map<string, string>();
  for (const { key, files } of found.owners.values()) {
    if (adopted.includes(key)) continue;
    for (const path of files) readers.set(path, `Kustomization "${ownerName(key)}", which stays`);
  }
  const parent = posix.dirname(folder);
  const clusters = new Set<string>();
  for (const path of tree.blobs.keys()) {
    if (!path.startsWith(`${parent}/`)) continue;
    const name = path.slice(parent.length + 1).split('/')[0]!;
    if (path !== `${parent}/${name}` && `${parent}/${name}` !== folder) clusters.add(`${parent}/${name}`);
  }
  for (const cluster of [...clusters].sort()) {
    const seen = new Set<string>();
    const visit = (at: string): void => {
      if (seen.has(at)) return;
      seen.add(at);
      const { files, objects } = readKustomizeFolder(tree, at);
      for (const path of files) readers.set(path, `cluster "${posix.basename(cluster)}"`);
      for (const { json } of objects) {
        const id = tryReadId(json);
        const { path } = (json['spec'] ?? {}) as { path?: unknown };
        if (id === undefined || !isFluxKustomization(id) || typeof path !== 'string' || !readsTree(json)) continue;
        const reads = tree.folderOf(path);
        if (reads !== undefined) visit(reads);
      }
    };
    visit(cluster);
  }
  return readers;
};
