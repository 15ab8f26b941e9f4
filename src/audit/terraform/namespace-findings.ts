import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import { misnamedNamespace } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
import type { MadeObject } from './made-object.js';
import type { MadeObjects } from './made-objects.js';
import type { IsMentioned } from './mentions.js';
import { namespacesOfTree } from './namespaces-of-tree.js';
import { objectsOfClusters, type SeenCluster } from './seen-cluster.js';

/** So many other namespaces that something makes show that all are made here. */
const FEWEST_MADE = 4;

/**
 * A Namespace that Terraform makes and that nothing uses, and one that objects are in and nothing makes: one of the two
 * was renamed. Both sides must be seen whole.
 */
export const namespaceFindings = (
  clusters: readonly SeenCluster[],
  { all, openKinds, isOpen }: MadeObjects,
  isMentioned: IsMentioned,
): readonly Diagnostic[] => {
  const namespaces = all.filter(({ group, kind }) => group === '' && kind === 'Namespace');
  if (namespaces.length === 0 || isOpen || openKinds.has('/Namespace')) return [];
  if (!clusters.every(({ isWhole, state }) => isWhole && state.units.every(({ isPartial }) => !isPartial))) return [];
  const tree = namespacesOfTree(objectsOfClusters(clusters));
  if (tree.isOpen) return [];
  const ofFlux = new Set(clusters.flatMap(({ state }) => state.namespaces.map(({ name }) => name)));
  const isMade = (name: string) =>
    tree.made.has(name) || ofFlux.has(name) || isKubernetesOwn(name) || namespaces.some((one) => one.name === name);
  const lost = [...tree.used].filter(([name]) => !isMade(name));
  const unused = distinct(namespaces.filter((one) => !tree.used.has(one.name) && !isMentioned(one)));
  /** The only lost one is the only unused one with a word more or less, or all others are made. */
  const isClear = (made: string, name: string): boolean =>
    lost.length === 1 &&
    (nearness(made, name) !== undefined || [...tree.used.keys()].filter(isMade).length >= FEWEST_MADE);
  return lost.flatMap(([name, object]): readonly Diagnostic[] => {
    const twins = unused.filter((one) => nearness(one.name, name) === 'twin');
    const [near, ...more] = twins.length > 0 ? twins : lost.length === 1 ? unused : [];
    if (near === undefined || more.length > 0) return [];
    return [
      diagnose(misnamedNamespace, {
        message: `${object.title} is in namespace "${name}", which nothing makes, and Terraform makes "${near.name}", in which nothing is`,
        at: placeIn(object, object.namespace === name ? 'metadata.namespace' : 'spec.targetNamespace'),
        notes: [`Terraform's ${near.address} is at ${near.place}`, ...(near.doubt === undefined ? [] : [near.doubt])],
        fix: `did you mean "${near.name}"?`,
        ...((twins.length > 0 || isClear(near.name, name)) && near.doubt === undefined
          ? {}
          : { severity: 'notice' as const }),
      }),
    ];
  });
};

const distinct = (all: readonly MadeObject[]): readonly MadeObject[] => [
  ...new Map(all.map((one) => [one.name, one])).values(),
];
