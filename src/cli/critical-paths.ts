import { areMany, listClusters } from '../changes/words/list-clusters.js';
import { type CriticalPath, findCriticalPath } from '../dependencies/critical-path.js';
import type { AppPlan } from '../tree/plan-app.js';

export interface ClusterPath {
  readonly cluster: string;
  readonly path: CriticalPath;
}

/** The longest chain of each cluster. */
export const pathsOf = (plan: Pick<AppPlan, 'compiled'> | undefined): readonly ClusterPath[] =>
  (plan?.compiled ?? []).map(({ cluster, built }) => ({ cluster: cluster.name, path: findCriticalPath(built) }));

/**
 * The critical paths of clusters, for people: one that several have is told once.
 *
 * ```
 * dev and prod come up in 3 levels: crds → operator → app
 * 97 clusters come up in 2 levels: crds → operator
 *   in cluster-000, cluster-001, cluster-002, cluster-003 and 93 more (--json has all)
 * ```
 */
export const listPaths = (paths: readonly ClusterPath[]): readonly string[] => {
  const groups = new Map<string, { readonly path: CriticalPath; readonly clusters: string[] }>();
  for (const { cluster, path } of paths) {
    if (path.levels < 2) continue;
    const { levels, path: names, chosen } = path;
    const key = JSON.stringify([levels, names, chosen]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { path, clusters: [cluster] });
    else group.clusters.push(cluster);
  }
  return [...groups.values()].flatMap(({ path: { levels, path, chosen }, clusters }) => {
    const choices = chosen === 0 ? '' : `; ${chosen} of these waits ${chosen === 1 ? 'is' : 'are'} a stage's choice`;
    const comesUp = clusters.length === 1 ? 'comes up' : 'come up';
    const line = `${titleOf(clusters)} ${comesUp} in ${levels} levels: ${path.join(' → ')}${choices}`;
    return areMany(clusters) ? [line, `  in ${listClusters(clusters)} (--json has all)`] : [line];
  });
};

const titleOf = (clusters: readonly string[]): string =>
  areMany(clusters)
    ? `${clusters.length} clusters`
    : [clusters.slice(0, -1).join(', '), clusters.at(-1)].filter((part) => part !== '').join(' and ');
