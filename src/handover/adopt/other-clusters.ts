import { posix } from 'node:path';
import { isFluxKustomization } from '../../applied/cluster-state.js';
import { isYaml } from '../../applied/is-yaml.js';
import { tryReadId } from '../../applied/object-id.js';
import { findRoot } from '../../applied/view/find-root.js';
import type { FluxView, RepositoryTree } from '../../applied/view/flux-view.js';

/**
 * Folders of the repository that other clusters read: folders set up by `flux bootstrap` or the Flux Operator, and
 * folders with Kustomizations that this cluster doesn't read.
 */
export const otherClusterFolders = (
  tree: RepositoryTree,
  folder: string,
  view: FluxView,
  source: Parameters<typeof findRoot>[2],
): readonly string[] => {
  const read = new Set([...view.owners.values()].flatMap(({ files }) => files));
  const found = new Set<string>();
  const checked = new Set<string>();
  for (const path of tree.blobs.keys()) {
    if (!isYaml(path) || isIn(path, folder)) continue;
    const setUp = /^(.+)\/flux-system\/[^/]+$/.exec(path)?.[1];
    if (setUp !== undefined && !checked.has(setUp)) {
      checked.add(setUp);
      if (findRoot(tree, setUp, NO_SOURCE).file !== undefined) found.add(setUp);
    }
    if (!read.has(path) && holdsKustomization(tree, path)) found.add(path.includes('/') ? posix.dirname(path) : '');
  }
  // In this cluster's folder, Flux doesn't read a subfolder that no kustomization file names.
  const isOurs = (one: string): boolean => {
    const { file } = findRoot(tree, one, source);
    return file !== undefined && read.has(file);
  };
  const all = [...found].filter((one) => one !== '' && !isIn(folder, one) && !isIn(one, folder) && !isOurs(one)).sort();
  return all.filter((one) => !all.some((other) => other !== one && isIn(one, other)));
};

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const NO_SOURCE = { kind: 'GitRepository', name: '', namespace: '' };

const holdsKustomization = (tree: RepositoryTree, path: string): boolean => {
  if (tree.read([path]).get(path)?.includes('kustomize.toolkit.fluxcd.io/') !== true) return false;
  try {
    return tree.objects(path).some((json) => {
      const id = tryReadId(json);
      return id !== undefined && isFluxKustomization(id);
    });
  } catch {
    return false;
  }
};
