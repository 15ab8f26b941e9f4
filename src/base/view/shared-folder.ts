import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/index.js';
import { isFluxKustomization } from '../cluster-state.js';
import { tryReadId } from '../object-id.js';
import { rootOf } from './find-root.js';
import type { FluxView, RepositoryTree } from './flux-view.js';
import { lineOfText } from './line-of.js';
import { sharedFolder } from './view-problems.js';

/** Folders beside a cluster's, whose root as `flux bootstrap` writes it reads the cluster's folder. */
export const sharedFolderProblems = (
  tree: RepositoryTree,
  folder: string,
  running: FluxView['running'],
): readonly Diagnostic[] => {
  if (folder === '') return [];
  const [start, name] = [posix.join(posix.dirname(folder), '/'), posix.basename(folder)];
  const above = start === './' ? '' : start;
  return [...tree.blobs.keys()].flatMap((path): readonly Diagnostic[] => {
    const beside = path.startsWith(above) ? SYNC.exec(path.slice(above.length))?.[1] : undefined;
    if (beside === undefined || beside === name || path === running.file) return [];
    return tryObjects(tree, path).flatMap((json) => {
      const id = tryReadId(json);
      if (id === undefined || !isFluxKustomization(id) || rootOf(tree, id, json)?.folder !== folder) return [];
      return [sharedFolder(path, folder, `${above}${beside}`, lineOfText(tree, path, 'path:').line)];
    });
  });
};

const SYNC = /^([^/]+)\/flux-system\/gotk-sync\.yaml$/;

const tryObjects = (tree: RepositoryTree, path: string): ReturnType<RepositoryTree['objects']> => {
  try {
    return tree.objects(path);
  } catch {
    // What doesn't parse is told where it is built.
    return [];
  }
};
