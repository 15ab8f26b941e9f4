import { BaseTree } from '../applied/base-tree.js';
import { type BuildCache, openFolderBuilder } from '../applied/build/folder-builder.js';
import type { Git } from '../applied/git.js';
import { commitTree } from '../applied/view/commit-tree.js';
import type { FluxView, RepositoryTree } from '../applied/view/flux-view.js';
import { readFluxView } from '../applied/view/read-view.js';
import { knownScope } from '../compile/kind-scopes.js';

/** A cluster of the repository, as a person or Flux's files name it. */
export interface ClusterPlace {
  /** From the repository's root; empty for all of it. */
  readonly path: string;
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
}

/** Reads what Flux applies to a cluster, as the last commit has it. */
export const readCluster = (
  git: Git,
  commit: string,
  { path, source }: ClusterPlace,
  builds: BuildCache | undefined,
): { readonly view: FluxView; readonly tree: RepositoryTree } => {
  const base = new BaseTree(git, { commit, revision: 'HEAD' }, { inRepository: '', sourceRoot: '' }, true);
  const tree = commitTree(base, git.parsed, new Map());
  tree.prepare(() => [...tree.blobs.keys()]);
  const view = readFluxView(tree, {
    folder: path,
    source,
    prefix: '',
    repository: { remotes: git.remotes(), branch: git.branch ?? 'main' },
    scopeOf: knownScope,
    builder: openFolderBuilder(builds),
  });
  return { view, tree };
};
