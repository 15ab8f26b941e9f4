import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { jsonOf } from '../../applied/holding.js';
import { titleOf } from '../../applied/object-id.js';
import { nameSome } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { specOf } from '../../json/manifest-fields.js';
import { tryFindLoss } from '../losses/find-loss.js';

/** What the replacement of an object destroys: it's deleted, and a new one of the same name is created. */
export interface Loss {
  /** A clause with its own subject. */
  readonly words: string;
  /** Set if the new object restores all that is lost. */
  readonly isHarmless: boolean;
}

type LossOf = (object: OwnedObject, state: ClusterState) => Loss;

const harmless =
  (words: string): LossOf =>
  () => ({ words, isHarmless: true });
const lost =
  (words: string): LossOf =>
  () => ({ words, isHarmless: false });

const allPods = lost('all its pods stop at the same time, and nothing serves until the new ones are ready');

const CLAIMS_GO = 'its claims are deleted with their data (persistentVolumeClaimRetentionPolicy.whenDeleted: Delete)';
const takesClaims = (object: OwnedObject): boolean => {
  const policy = specOf(jsonOf(object))['persistentVolumeClaimRetentionPolicy'];
  return isObject(policy) && policy['whenDeleted'] === 'Delete';
};

const ofStatefulSet: LossOf = (object) => ({
  words: `all its pods stop at the same time; ${takesClaims(object) ? CLAIMS_GO : 'its claims and their data stay'}`,
  isHarmless: false,
});

const ofService: LossOf = (object) => ({
  words:
    specOf(jsonOf(object))['type'] === 'LoadBalancer'
      ? 'its load balancer and addresses are deleted, and the new one gets others'
      : 'it loses its cluster IP, and the new one gets another',
  isHarmless: false,
});

const ofSecret: LossOf = ({ holdings }) =>
  holdings[0].json['type'] === 'kubernetes.io/service-account-token'
    ? { words: 'the token in it is revoked, and the new one gets another', isHarmless: false }
    : { words: 'pods that start in between wait for it', isHarmless: true };

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

const ofCrd: LossOf = (object, state) => {
  const { group, names } = specOf(jsonOf(object));
  const kind = isObject(names) ? names['kind'] : undefined;
  const known = [...state.objects.values()].filter(({ id }) => id.group === group && id.kind === kind);
  const titles = known.map(({ id }) => titleOf(id)).sort();
  const list = nameSome(titles, NAMED);
  return {
    words: `every ${String(kind ?? 'object')} of ${String(group ?? 'its group')} in the cluster is deleted${list === '' ? '' : `: ${list}`}`,
    isHarmless: false,
  };
};

/** By group and kind. */
const losses: Readonly<Record<string, LossOf>> = {
  '/ConfigMap': harmless('pods that start in between wait for it'),
  '/PersistentVolume': lost('its claim loses it, and with the reclaim policy Delete, its data is deleted'),
  '/PersistentVolumeClaim': lost('its volume is deleted with the data on it, unless the reclaim policy is Retain'),
  '/Pod': lost('the running pod is deleted, with what is in its emptyDir volumes'),
  '/ResourceQuota': harmless('in between, nothing is limited'),
  '/Secret': ofSecret,
  '/Service': ofService,
  'apiextensions.k8s.io/CustomResourceDefinition': ofCrd,
  'apps/ControllerRevision': lost('its owner can no longer go back to it'),
  'apps/DaemonSet': allPods,
  'apps/Deployment': allPods,
  'apps/ReplicaSet': allPods,
  'apps/StatefulSet': ofStatefulSet,
  'batch/Job': harmless('its pods are deleted, and the new Job runs from the start'),
  'networking.k8s.io/IngressClass': harmless('in between, its Ingresses have no class'),
  'node.k8s.io/RuntimeClass': harmless('pods that start in between are refused'),
  'rbac.authorization.k8s.io/ClusterRoleBinding': harmless('in between, its subjects lack the rights'),
  'rbac.authorization.k8s.io/RoleBinding': harmless('in between, its subjects lack the rights'),
  'resource.k8s.io/ResourceClaim': lost('the devices that it holds are given back'),
  'resource.k8s.io/ResourceClaimTemplate': harmless('claims made from it stay as they are'),
  'scheduling.k8s.io/PriorityClass': harmless('pods keep the priority that they have'),
  'storage.k8s.io/StorageClass': harmless('volumes of the class stay as they are'),
  'storage.k8s.io/VolumeAttributesClass': harmless('volumes of the class stay as they are'),
};

/** The loss when a person deletes the object as FX522 instructs. */
export const lossByHand: LossOf = (object, state) => {
  if (object.id.kind !== 'StatefulSet' || object.id.group !== 'apps') return lossOf(object, state);
  const words = takesClaims(object)
    ? `with --cascade=orphan, its pods and claims stay; otherwise all its pods stop at the same time, and ${CLAIMS_GO}`
    : 'its claims and their data stay; with --cascade=orphan, its pods keep running, otherwise all of them stop at the same time';
  return { words, isHarmless: false };
};

/** The loss when Flux replaces an object. For an unknown kind, more may be lost than its name suggests. */
export const lossOf: LossOf = (object, state) => {
  const { group, kind } = object.id;
  const key = `${group}/${kind}`;
  if (Object.hasOwn(losses, key)) return losses[key]!(object, state);
  const taken = tryFindLoss(object, state)?.loses;
  return {
    words:
      taken === undefined ? 'its controller may remove what it has made for the old one' : `this also deletes ${taken}`,
    isHarmless: false,
  };
};
