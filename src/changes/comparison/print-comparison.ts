import type { OwnedObject } from '../../applied/cluster-state.js';
import type { ObjectId } from '../../applied/object-id.js';
import type { Deletion, OwnerChanges, Replacement } from '../model/owner-changes.js';
import { type ChangeWithMove, changesWithMove } from '../print/changes-with-move.js';
import { bothStepsHeading, countChanges, printChanges, staysItself } from '../print/print-changes.js';
import { areMany, listClusters } from '../words/list-clusters.js';
import type { ClusterComparison } from './comparison.js';

/**
 * Prints what Flux will do with each cluster that changes. Clusters that change alike share one entry. Empty if nothing
 * changes.
 *
 * ```
 * 97 clusters: 1 to change (since origin/main, 38294b4f5d)
 *   in cluster-000, cluster-001, cluster-002, cluster-003 and 93 more (--json has all)
 *   ~ HelmRelease/external-dns in external-dns (external-dns)
 * ```
 *
 * @param next what the second step does, by cluster whose tree is the first step
 */
export const printComparison = (
  clusters: readonly ClusterComparison[],
  next: ReadonlyMap<string, OwnerChanges>,
): string => {
  const groups = new Map<string, Group>();
  for (const { cluster, base, before, changes: all, context } of clusters) {
    if (countChanges(all) === '') continue;
    const changes = next.get(cluster) ?? all;
    const titleOf = (name: string) =>
      next.has(cluster) ? bothStepsHeading(name, changes) : `${name}: ${countChanges(changes)}`;
    const since = ` (since ${base.revision}, ${base.commit.slice(0, 10)})\n`;
    // All lines of a new cluster would be creations.
    const lines = before.own.length === 0 ? [] : printChanges(changes, before.state, context.plan.contract);
    const key = JSON.stringify([titleOf(''), since, lines]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { clusters: [cluster], titleOf, since, lines });
    else group.clusters.push(cluster);
  }
  return [...groups.values()].map(printGroup).join('');
};

/** Clusters that share the same lines. */
interface Group {
  readonly clusters: string[];
  readonly titleOf: (name: string) => string;
  readonly since: string;
  readonly lines: readonly string[];
}

const printGroup = ({ clusters, titleOf, since, lines }: Group): string => {
  const [first = '', ...others] = clusters;
  const title = titleOf(others.length === 0 ? first : `${clusters.length} clusters`);
  const names = others.length === 0 ? [] : [`in ${namesOf(clusters, lines.some(isDangerous))}`];
  return `${title}${since}${[...names, ...lines].map((line) => `  ${line}\n`).join('')}`;
};

/**
 * Whether a line is more than a creation or an update: the summary never hides which clusters lose or move something.
 */
const isDangerous = (line: string): boolean => !/^[+~] /.test(line) || line.includes(' destroys ');

const namesOf = (clusters: readonly string[], isWhole: boolean): string =>
  isWhole || !areMany(clusters) ? clusters.join(', ') : `${listClusters(clusters)} (--json has all)`;

/** Gives the comparison as JSON. */
export const comparisonJson = (
  clusters: readonly ClusterComparison[],
  next: ReadonlyMap<string, OwnerChanges>,
): readonly object[] =>
  clusters.map(({ cluster, base, changes }) => ({ cluster, base, ...changesJson(next.get(cluster) ?? changes) }));

export const changesJson = (changes: OwnerChanges): object => ({
  create: changes.created.map(objectJson),
  change: [
    ...changes.changed.map((object) => {
      const effect = changes.restarts?.get(object.key);
      return { ...objectJson(object), ...(effect === undefined ? {} : { effect }) };
    }),
    ...changes.renamed.map(({ object, after }) => ({ ...objectJson(after), before: object.id.name })),
    ...changes.replaced
      .filter(staysItself)
      .map((one) => ({ ...causeJson(one), destroys: one.destroys, risks: one.risks })),
  ],
  newOwner: changes.moved.map((move) => ({
    ...idJson(move.before.id),
    from: move.from,
    to: move.to,
    handedOver: move.holding.length === 0,
    ...alsoChangesJson(changesWithMove(move)),
  })),
  delete: changes.deleted.map(deletionJson),
  replace: changes.replaced.filter((one) => !staysItself(one)).map(causeJson),
  leftBehind: changes.leftBehind.map(deletionJson),
});

const alsoChangesJson = (change: ChangeWithMove): object =>
  change === 'no' ? { changes: false } : { changes: true, certain: change === 'yes' };

const idJson = ({ group, kind, namespace, name }: ObjectId): object => ({
  group,
  kind,
  ...(namespace === '' ? {} : { namespace }),
  name,
});
const objectJson = ({ id, holdings }: OwnedObject): object => ({
  ...idJson(id),
  owners: holdings.map((holding) => holding.owner),
});
const deletionJson = ({ object, owners }: Deletion): object => ({ ...idJson(object.id), owners });
const causeJson = (one: Replacement): object => ({
  ...deletionJson(one),
  differences: one.differences,
  certain: one.certain,
});
