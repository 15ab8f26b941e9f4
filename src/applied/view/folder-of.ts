import { posix } from 'node:path';
import type { RepositoryTree } from './flux-view.js';

/**
 * The folder that a Kustomization's `path` reads, from the repository's root: empty, or without a `/` at either end.
 * Flux never leaves the source's artifact, whatever the path is. `undefined` if it isn't a path.
 */
export const folderOf = (tree: Pick<RepositoryTree, 'folderOf'>, path: unknown): string | undefined =>
  typeof path === 'string' ? tree.folderOf(posix.join('/', path))?.replace(/^\/+|\/+$/g, '') : undefined;
