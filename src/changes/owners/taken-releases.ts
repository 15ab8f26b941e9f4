import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { specOf } from '../../json/manifest-fields.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { chartOf, compareCharts } from '../releases/chart-identity.js';
import { isHelmRelease, releaseOf } from '../releases/release-of.js';
import { kubeConfigDifference } from '../replacement/replacement-differences.js';

interface TakenInput {
  readonly before: ClusterState;
  readonly after: ClusterState;
  readonly created: readonly OwnedObject[];
  readonly deleted: readonly { readonly object: OwnedObject }[];
}

/** A deleted HelmRelease that would uninstall the release of a new one. */
interface TakenRelease {
  readonly object: OwnedObject;
  readonly next: OwnedObject;
  readonly cause: ReplacementCause;
}

export const findTakenReleases = ({ before, after, created, deleted }: TakenInput): readonly TakenRelease[] =>
  deleted.flatMap(({ object }) => {
    const next = isSuspendedRelease(object) ? undefined : takerOf(object, created, before, after);
    return next === undefined ? [] : [{ object, next, cause: causeOf(object, next) }];
  });

/** Finds the new HelmRelease that is the same release for Helm. */
export const takerOf = (
  object: OwnedObject,
  created: readonly OwnedObject[],
  before: ClusterState,
  after: ClusterState,
): OwnedObject | undefined =>
  isHelmRelease(object)
    ? created.find((next) => isHelmRelease(next) && sameRelease(object, before, next, after))
    : undefined;

/** helm-controller uninstalls nothing when a suspended HelmRelease is deleted. */
export const isSuspendedRelease = ({ holdings }: OwnedObject): boolean => specOf(holdings[0].json)['suspend'] === true;

/**
 * Whether two HelmReleases share one Helm record; or install one chart under one name in one namespace, where Helm
 * treats the objects as its own.
 */
export const sameRelease = (
  object: OwnedObject,
  before: ClusterState,
  other: OwnedObject,
  after: ClusterState,
): boolean => {
  const [a, b] = [releaseOf(object), releaseOf(other)];
  if (a.name !== b.name || holdsExpression(`${a.name}${a.storage}${a.namespace}${b.storage}${b.namespace}`))
    return false;
  if (!isSameCluster(object, other)) return false;
  if (a.storage === b.storage) return true;
  return a.namespace === b.namespace && compareCharts(chartOf(object, before), chartOf(other, after)) === 'same';
};

/**
 * Whether two releases certainly target one cluster. The Secret of a `kubeConfig` is in the namespace of its
 * HelmRelease.
 */
const isSameCluster = (object: OwnedObject, other: OwnedObject): boolean => {
  const [here, there] = [object, other].map(({ holdings }) => specOf(holdings[0].json)['kubeConfig']);
  if (here == null || there == null) return here == null && there == null;
  return object.id.namespace === other.id.namespace && kubeConfigDifference(here, there).length === 0;
};

const causeOf = (object: OwnedObject, next: OwnedObject): ReplacementCause => {
  const { name, namespace } = releaseOf(object);
  return {
    differences: [`HelmRelease "${placeOf(object)}" → "${placeOf(next)}" of one Helm release`],
    certain: true,
    effect: `when ${titleOf(object.id)} is removed, Helm uninstalls release "${name}" in namespace "${namespace}" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and ${titleOf(next.id)} installs it again`,
    instead: `keep it under the name and namespace that it has; or set spec.suspend: true on ${titleOf(object.id)} in a change of its own before this one, and Helm then uninstalls nothing when it is removed`,
  };
};

const placeOf = ({ id }: OwnedObject): string => `${id.namespace}/${id.name}`;
