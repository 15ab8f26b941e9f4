import type { OwnedObject } from '../base/cluster-state.js';
import type { ObjectId } from '../base/object-id.js';
import { type ChangeWithMove, changesWithMove } from './changes-with-move.js';
import type { Deletion, OwnerChanges, Replacement } from './compare-owners.js';
import type { ClusterComparison } from './compare-with-base.js';
import { bothStepsHeading, countChanges, printChanges, staysItself } from './print-handover.js';

/**
 * What Flux will do with each cluster that changes; empty where none does.
 *
 * @param next what the second step does, by cluster of which the tree is the first
 */
export const printComparison = (
  clusters: readonly ClusterComparison[],
  next: ReadonlyMap<string, OwnerChanges>,
): string =>
  clusters
    .filter(({ changes }) => countChanges(changes) !== '')
    .map(({ cluster, base, before, changes: all }) => {
      const changes = next.get(cluster) ?? all;
      const title = next.has(cluster) ? bothStepsHeading(cluster, changes) : `${cluster}: ${countChanges(changes)}`;
      const head = `${title} (since ${base.revision}, ${base.commit.slice(0, 10)})\n`;
      // Of a cluster that is not there yet, each line would say the same.
      const lines = before.own.length === 0 ? [] : printChanges(changes, before.state).map((line) => `  ${line}\n`);
      return head + lines.join('');
    })
    .join('');

/** The same for programs. */
export const comparisonJson = (
  clusters: readonly ClusterComparison[],
  next: ReadonlyMap<string, OwnerChanges>,
): readonly object[] =>
  clusters.map(({ cluster, base, changes }) => ({ cluster, base, ...changesJson(next.get(cluster) ?? changes) }));

export const changesJson = (changes: OwnerChanges): object => ({
  create: changes.created.map(objectJson),
  change: [
    ...changes.changed.map(objectJson),
    ...changes.renamed.map(({ object, after }) => ({ ...objectJson(after), before: object.id.name })),
    ...changes.replaced.filter(staysItself).map((one) => ({ ...causeJson(one), destroys: one.destroys })),
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
