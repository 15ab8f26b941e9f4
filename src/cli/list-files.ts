import { listClusters } from '../changes/words/list-clusters.js';
import type { AppLayout } from '../compile/layout.js';

/** So many clusters may have a file alike, and each of the files has a line. */
export const MOST_LISTED = 3;
/** A new tree with more lines than this has one for each cluster: the whole is to fit on a screen. */
const MOST_LINES = 24;

/**
 * The paths of files, relative to the project, for people: what many clusters have alike is one line.
 *
 * ```
 * k8s/addons/dev/web/deployment.yaml
 * k8s/addons/<cluster>/web/deployment.yaml in 97 clusters: cluster-000, cluster-001, cluster-002, cluster-003 and 93 more
 * ```
 *
 * @param paths of the tree, sorted
 * @param namesAll whether no cluster is left out: for files that go, or that stay as a person edited them
 * @param isShort whether many files may be counted
 */
export const listFiles = (
  paths: readonly string[],
  tree: AppLayout | undefined,
  { namesAll = false, isShort = false }: { readonly namesAll?: boolean; readonly isShort?: boolean } = {},
): readonly string[] => {
  const inProject = (path: string): string => tree?.inProject(path) ?? path;
  const groups = new Map<string, { readonly paths: string[]; readonly clusters: string[] }>();
  for (const path of paths) {
    const cluster = tree?.tryClusterName(path);
    const key = inAnyCluster(path, tree);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { paths: [path], clusters: [cluster ?? ''] });
    else {
      group.paths.push(path);
      group.clusters.push(cluster ?? '');
    }
  }
  const lines = [...groups].flatMap(([key, group]) =>
    group.paths.length <= MOST_LISTED
      ? group.paths.map((path) => ({ path, line: inProject(path) }))
      : [{ path: group.paths[0]!, line: `${inProject(key)} in ${count(group.clusters, namesAll)}` }],
  );
  if (isShort && lines.length > MOST_LINES && tree !== undefined) return countFiles(paths, tree);
  return lines.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ line }) => line);
};

const countFiles = (paths: readonly string[], tree: AppLayout): readonly string[] => {
  const counts = new Map<string, number>();
  const others: string[] = [];
  for (const path of paths) {
    const cluster = tree.tryClusterName(path);
    if (cluster === undefined) others.push(tree.inProject(path));
    else counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  }
  const inRoot = `in ${tree.inProject('') || '.'}`;
  const ofClusters =
    counts.size > MOST_LISTED
      ? [`${paths.length - others.length} files of ${count([...counts.keys()], false)}, ${inRoot}`]
      : [...counts].map(([cluster, files]) => `${files} files of cluster ${cluster} ${inRoot}`);
  return [...others, ...ofClusters];
};

/** A path without the name of its cluster: that is the folder below those of all clusters. */
export const inAnyCluster = (path: string, tree: Pick<AppLayout, 'tryClusterName'> | undefined): string => {
  const cluster = tree?.tryClusterName(path);
  if (cluster === undefined) return path;
  const folder = new RegExp(`^((?:.*/)?(?:addons|apps|clusters|contract|crds)/)${cluster}/`);
  return path.replace(folder, (_, before: string) => `${before}<cluster>/`);
};

const count = (clusters: readonly string[], namesAll: boolean): string =>
  `${clusters.length} clusters: ${namesAll ? clusters.join(', ') : listClusters(clusters)}`;
