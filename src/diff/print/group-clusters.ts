import type { Mark, ObjectDiff } from '../compare-states.js';
import type { LabelledDiff } from '../run-diff.js';

/** Changes that several clusters have alike. */
export interface ChangeGroup {
  readonly clusters: readonly string[];
  readonly objects: readonly ObjectDiff[];
}

/** What is lost or moved in a cluster is told of each by itself. */
const ONE_BY_ONE: ReadonlySet<Mark> = new Set(['-', '±', '→']);

export const isOneByOne = ({ mark, effects }: ObjectDiff): boolean =>
  ONE_BY_ONE.has(mark) || effects.some(({ kind }) => kind === 'refused' || kind === 'lost');

/**
 * Puts together what is the same in several clusters; the largest group first. What is dangerous stays with its cluster,
 * unless the clusters are named on each line anyway.
 */
export const groupClusters = (
  clusters: readonly LabelledDiff[],
  { namesEach = false }: { readonly namesEach?: boolean } = {},
): readonly ChangeGroup[] => {
  const places = new Map<string, { readonly object: ObjectDiff; readonly clusters: string[] }>();
  for (const { cluster, objects } of clusters) {
    for (const object of objects) {
      const key = isOneByOne(object) && !namesEach ? `${cluster}\0${object.mark}${object.title}` : keyOf(object);
      const there = places.get(key);
      if (there === undefined) places.set(key, { object, clusters: [cluster] });
      else there.clusters.push(cluster);
    }
  }
  const groups = new Map<string, { clusters: readonly string[]; objects: ObjectDiff[] }>();
  for (const { object, clusters: names } of places.values()) {
    const key = names.join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { clusters: names, objects: [object] });
    else group.objects.push(object);
  }
  return [...groups.values()].sort(
    (a, b) => b.clusters.length - a.clusters.length || (a.clusters[0]! < b.clusters[0]! ? -1 : 1),
  );
};

const keyOf = ({ mark, title, fields, noise, effects, isLoss }: ObjectDiff): string =>
  JSON.stringify([mark, title, fields, noise, effects, isLoss], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );

/** `dev, prod`; more than a few are counted first. */
export const namesOf = (clusters: readonly string[]): string =>
  clusters.length <= FEW
    ? clusters.join(', ')
    : `${clusters.length} clusters (${clusters.slice(0, FEW).join(', ')} and ${clusters.length - FEW} more)`;

const FEW = 4;
