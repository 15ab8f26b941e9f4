import { posix } from 'node:path';
import { hasFolder } from '../folders.js';
import { readKustomizeFolder } from '../kustomize-files.js';
import { isRemote } from '../kustomize-references.js';
import type { RepositoryTree } from './flux-view.js';

/** An entry of a kustomization file that names a missing path. */
export interface MissingEntry {
  /** The kustomization file. */
  readonly list: string;
  /** The entry as written. */
  readonly entry: string;
  /** The path that it names, from the tree's root. */
  readonly path: string;
}

const LISTS = ['resources', 'bases', 'components', 'crds'];

/** The first entry in a folder's kustomization files that names a missing path. */
export const tryFindMissingEntry = (
  tree: RepositoryTree,
  folder: string,
  components: readonly string[] = [],
): MissingEntry | undefined => {
  const { kustomizations } = readKustomizeFolder(tree, folder, components);
  for (const [list, json] of kustomizations) {
    for (const entry of LISTS.flatMap((name) => json?.[name] ?? [])) {
      if (typeof entry !== 'string' || isRemote(entry, false)) continue;
      const path = posix.join(posix.dirname(list), entry).replace(/\/$/, '');
      if (!isThere(tree, path)) return { list, entry, path };
    }
  }
  return undefined;
};

/** Whether a path exists; a path through a symbolic link is another fault. */
const isThere = ({ blobs, links }: RepositoryTree, path: string): boolean =>
  blobs.has(path) || hasFolder(blobs, path) || [...links].some((one) => path === one || path.startsWith(`${one}/`));
