import type { RepositoryTree } from './flux-view.js';

/** What a source gives its Kustomizations: this repository, from a folder of it on, or a part that is put together. */
export interface SeenSource {
  readonly tree: RepositoryTree;
  /** What paths start from, from the tree's root; empty, or with a `/` at the end. */
  readonly prefix: string;
  /** Where the tree's file is in the repository. */
  readonly placeOf: (path: string) => string;
}
