import type { RepositoryTree } from './flux-view.js';

/**
 * What a source supplies to its Kustomizations: this repository, starting from a folder, or an assembled part of it.
 */
export interface SeenSource {
  readonly tree: RepositoryTree;
  /** The folder that paths start from, relative to the tree's root; empty, or with a `/` at the end. */
  readonly prefix: string;
  /** Converts a path of the tree to one of the repository. */
  readonly placeOf: (path: string) => string;
}
