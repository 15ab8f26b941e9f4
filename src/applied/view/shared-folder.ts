import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import { readHeader } from '../../tree/header.js';
import { isOwnInRepository } from '../../tree/own-file.js';
import { isFluxKustomization } from '../cluster-state.js';
import { filesIn, foldersIn } from '../folders.js';
import { isYaml } from '../is-yaml.js';
import { isKustomizationFile, readKustomizeFolder } from '../kustomize-files.js';
import { tryReadId } from '../object-id.js';
import { rootOf } from './find-root.js';
import type { RepositoryTree } from './flux-view.js';
import { lineOfText } from './line-of.js';
import { sharedFolder } from './view-problems.js';

/**
 * Problems of neighboring folders whose root, as `flux bootstrap` writes it, reads the cluster's folder.
 *
 * @param own what Flux reads for this cluster: a base may hold its root
 */
export const sharedFolderProblems = (
  tree: RepositoryTree,
  folder: string,
  own: ReadonlySet<string>,
): readonly Diagnostic[] => {
  if (folder === '') return [];
  const above = folder.includes('/') ? posix.dirname(folder) : '';
  return foldersIn(tree.blobs, above).flatMap((beside): readonly Diagnostic[] => {
    const path = `${beside}/flux-system/gotk-sync.yaml`;
    if (beside === folder || !tree.blobs.has(path) || own.has(path)) return [];
    return tryObjects(tree, path).flatMap((json) => {
      const id = tryReadId(json);
      if (id === undefined || !isFluxKustomization(id) || rootOf(tree, id, json)?.folder !== folder) return [];
      if (isSameCluster(tree, folder, beside) || isBase(tree, path, beside)) return [];
      return [sharedFolder(path, folder, beside, lineOfText(tree, path, 'path:').line)];
    });
  });
};

/** Whether a cluster moved from one folder to another: the generated files in both have its name. */
const isSameCluster = (tree: RepositoryTree, folder: string, before: string): boolean => {
  const was = clusterIn(tree, before);
  return was !== undefined && was === clusterIn(tree, folder);
};

/** Whether a kustomization file elsewhere reads a root: then the folder is a base, and patches may give other paths. */
const isBase = (tree: RepositoryTree, path: string, folder: string): boolean =>
  [...tree.blobs.keys()].some((file) => {
    if (!isKustomizationFile(file) || file.startsWith(`${folder}/`)) return false;
    return readKustomizeFolder(tree, posix.dirname(file)).files.includes(path);
  });

/** The cluster to which a folder's generated tree belongs. */
const clusterIn = (tree: RepositoryTree, folder: string): string | undefined => {
  for (const [path, text] of tree.read(filesIn(tree.blobs, folder).filter(isYaml)))
    if (isOwnInRepository(path, text)) return readHeader(path, text)?.cluster;
  return undefined;
};

const tryObjects = (tree: RepositoryTree, path: string): ReturnType<RepositoryTree['objects']> => {
  try {
    return tree.objects(path);
  } catch {
    // The build reports files that can't be parsed.
    return [];
  }
};
