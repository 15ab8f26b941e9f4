import { posix } from 'node:path';
import { readKustomizeFolder } from '../../applied/kustomize-files.js';
import type { AdoptionReader } from './adoption-reader.js';

/**
 * Other readers of the repository's files: other clusters, and kustomization files that no known cluster reads. An edit
 * for one cluster must not change their files.
 *
 * @returns the other reader, by path
 */
export const otherReaders = ({ tree, folder, base, others }: AdoptionReader): ReadonlyMap<string, string> => {
  const readers = new Map<string, string>();
  const seen = new Set([...base.owners.values()].flatMap(({ files }) => files));
  for (const [place, view] of others) {
    for (const { files } of view.owners.values()) {
      for (const path of files) {
        seen.add(path);
        readers.set(path, `the cluster in "${place}"`);
      }
    }
  }
  for (const path of tree.blobs.keys()) {
    if (!/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path) || seen.has(path)) continue;
    // Flux's own files.
    if (path.startsWith(`${folder}/flux-system/`)) continue;
    for (const read of readKustomizeFolder(tree, posix.dirname(path)).files) {
      if (!readers.has(read)) readers.set(read, `"${path}"`);
    }
  }
  return readers;
};
