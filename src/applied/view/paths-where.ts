import type { RepositoryTree } from './flux-view.js';

/**
 * The paths of a tree for which a test holds. There may be many thousand files, and two trees for each cluster: of the
 * commit that a tree is near to, each path is tested once, and of the tree only those that are its own.
 *
 * @param key of the test: the same for tests that hold for the same paths
 */
export const pathsWhere = (
  { blobs, near }: Pick<RepositoryTree, 'blobs' | 'near'>,
  key: string,
  test: (path: string) => boolean,
): readonly string[] => {
  if (near === undefined) return [...blobs.keys()].filter(test);
  const ofCommit = near.where.get(key) ?? [...near.blobs.keys()].filter(test);
  near.where.set(key, ofCommit);
  const own = [...near.unlike].filter((path) => blobs.has(path) && test(path));
  return [...ofCommit.filter((path) => !near.unlike.has(path)), ...own];
};
