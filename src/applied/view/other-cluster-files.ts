import { posix } from 'node:path';
import { isObject } from '../../json/is-object.js';
import { isFluxKustomization } from '../cluster-state.js';
import { isYaml } from '../is-yaml.js';
import { readKustomizeFolder } from '../kustomize-files.js';
import { tryReadId } from '../object-id.js';
import type { RepositoryTree } from './flux-view.js';
import { folderOf } from './folder-of.js';

/**
 * Returns a function that checks whether a path is in another cluster's folder: one next to the given folder, or one
 * that `flux bootstrap` set up.
 */
export const openOtherClusters = (tree: RepositoryTree, folder: string): ((path: string) => boolean) => {
  const above = folder.includes('/') ? `${posix.dirname(folder)}/` : undefined;
  const setUp = [...tree.blobs.keys()].flatMap((path) => /^(.+\/)flux-system\/gotk-sync\.ya?ml$/.exec(path)?.[1] ?? []);
  const starts = setUp.filter((start) => !`${folder}/`.startsWith(start) && !start.startsWith(`${folder}/`));
  return (path) =>
    !path.startsWith(`${folder}/`) &&
    ((above !== undefined && path.startsWith(above) && path.slice(above.length).includes('/')) ||
      starts.some((start) => path.startsWith(start)));
};

/**
 * The files that other clusters read, found without builds: from their folders, through the paths of the Kustomizations
 * in them.
 */
export const otherClusterFiles = (tree: RepositoryTree, folder: string): ReadonlySet<string> => {
  const isOurs = (path: string): boolean => path.startsWith(`${folder}/`);
  const open = [...tree.blobs.keys()].filter(openOtherClusters(tree, folder));
  const files = new Set(open);
  const read = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const reads of isYaml(path) ? foldersReadBy(tree, path) : []) {
      if (read.has(reads)) continue;
      read.add(reads);
      for (const one of readKustomizeFolder(tree, reads).files) {
        if (files.has(one) || isOurs(one)) continue;
        files.add(one);
        open.push(one);
      }
    }
  }
  return files;
};

const foldersReadBy = (tree: RepositoryTree, path: string): readonly string[] => {
  if (tree.marks([path]).get(path)?.namesKustomization !== true) return [];
  try {
    return tree.objects(path).flatMap((json) => {
      const id = tryReadId(json);
      if (id === undefined || !isFluxKustomization(id)) return [];
      const at = folderOf(tree, isObject(json['spec']) ? json['spec']['path'] : undefined);
      // A Kustomization that reads the whole repository doesn't help.
      return at === undefined || at === '' ? [] : [at];
    });
  } catch {
    // The build reports files that can't be parsed.
    return [];
  }
};
