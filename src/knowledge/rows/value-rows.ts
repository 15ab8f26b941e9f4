import type { Step, ValueTransition } from '../../changes/transitions/values/value-transition.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Harm } from '../form/effect.js';
import { majorOf, nameOfImage, tagOf } from '../form/images.js';
import { isStateful } from '../form/stateful.js';
import { olderData } from '../form/versions.js';
import { identities, otherIdentity } from '../rows/identity-rows.js';
import { isShorterTime, isSmallerSize, losesClaims, shorterRetention, withoutClaims } from '../rows/monitoring-rows.js';
import { claimRows } from './claim-rows.js';
import { isKept, isOff, isOn, isText, KEEP } from './value-predicates.js';

/** As the templates that `helm create` writes name a chart's objects; `undefined`: not known. */
const fullName = ({ fullnameOverride, nameOverride }: JsonObject, { path, release }: Step): string | undefined => {
  if (isText(fullnameOverride)) return fullnameOverride.slice(0, 63);
  const chart = path.length > 1 ? path.at(-2) : release?.chart;
  const name = isText(nameOverride) ? nameOverride : chart;
  if (!isText(name) || release === undefined || path.at(-2) === 'global') return undefined;
  return (release.name.includes(name) ? release.name : `${release.name}-${name}`).slice(0, 63);
};

/** A dependency that isn't there on one of the sides. */
const comesOrGoes = ({ path: [key], path, was, is, roots }: Step): boolean =>
  was['enabled'] === false ||
  is['enabled'] === false ||
  (path.length > 1 && !isObject(roots[0][String(key)]) && is['enabled'] === true);

const names: readonly ValueTransition[] = [
  {
    path: /(?:^|\.)(?:fullnameOverride|nameOverride|namespaceOverride)$/,
    from: (value, { to }) => isText(value) || isText(to),
    to: (value, { from }) => (isText(value) ? value : '') !== (isText(from) ? from : ''),
    unless: (step) => {
      // Of a container, it is no name of an object.
      if (comesOrGoes(step) || step.path.includes('containers') || step.path.includes('initContainers')) return true;
      if (step.path.at(-1) !== 'fullnameOverride') return false;
      const [old, now] = [fullName(step.was, step), fullName(step.is, step)];
      return old !== undefined && old === now;
    },
    destroys: 'the objects under their old names',
    effect:
      'Helm deletes the objects under their old names and makes new ones: a StatefulSet starts with new, empty claims, claims of the chart go with their data, and Services have other DNS names',
    instead: 'to keep them, leave the names as they are',
  },
];

/** Charts whose CRDs are in Helm's own folder, of which it deletes none. */
const CRD_FOLDERS: ReadonlySet<string | undefined> = new Set(['kube-prometheus-stack', 'prometheus-operator-crds']);

const CRD_SWITCH =
  /(?:^|\.)(?:(?:install|create)CRDs?|(?:crds?|customResourceDefinitions)\.(?:enabled?|install|create|deploy))$/i;
/** `crds.enabled` took the place of `installCRDs`. */
const hasSwitchOn = ({ crds, installCRDs }: JsonObject): boolean =>
  [installCRDs, ...['enabled', 'install', 'create'].map((key) => fieldsOf(crds)[key])].includes(true);

const crds: readonly ValueTransition[] = [
  {
    path: CRD_SWITCH,
    from: isOn,
    to: isOff,
    // Helm goes by the annotations that the CRDs have in the cluster.
    unless: ({ was, roots, release }) =>
      [was, fieldsOf(roots[0]['crds']), fieldsOf(was['crds'])].some((one) => one['keep'] === true || isKept(one)) ||
      hasSwitchOn(roots[1]) ||
      CRD_FOLDERS.has(release?.chart),
    destroys: 'the CRDs of the chart with all their objects in the cluster',
    effect: `Helm deletes CRDs that were among the chart's templates and no longer are, unless they have the annotation ${KEEP}: keep`,
    instead:
      'to keep them, first let the chart set that annotation (crds.keep: true, where it has that) in a change of its own',
  },
];

const dependencies: readonly ValueTransition[] = [
  {
    path: /^[^.]+\.(?:enabled|install)$/,
    // Who configures it has it.
    from: (value, { was, to }) =>
      value === true || (value === undefined && to === false && Object.keys(was).length > 0),
    to: isOff,
    unless: ({ path: [name] }) => !isStateful(name),
    destroys: 'a dependency of the chart with its data',
    effect:
      'Helm deletes all objects of the dependency and the claims among them; claims of a StatefulSet stay, and nothing uses them',
    instead: 'to keep the data, back them up, or move them first',
  },
  // https://github.com/bitnami/charts/tree/main/bitnami/postgresql, and so its charts of other databases
  {
    path: /^(?:[^.]+\.)?architecture$/,
    from: (value) => value === 'replication' || value === 'replicaset',
    to: (value) => value === 'standalone',
    unless: ({ path, release }) => !isStateful(path.length > 1 ? path[0] : release?.chart),
    destroys: 'the replicas of a database, or its data',
    effect:
      'Helm deletes the workloads of the replicas; where the standalone one has another name, it starts with a new, empty claim',
    instead: 'to keep the data, back them up first, or leave the architecture as it is',
  },
];

const lostBalancer = {
  destroys: 'the load balancer of a Service with its addresses',
  effect: 'the load balancer of a Service is deleted with its addresses once the Service has another type or is gone',
  instead: 'to keep it, leave this Service as it is, and add a second one',
};

export const lostAddress: Harm = {
  severity: 'warning',
  destroys: 'the address of a Service',
  effect: 'the load balancer takes another address, to which no DNS record points yet',
  instead: 'to keep it, leave the address as it is',
};

const balancers: readonly ValueTransition[] = [
  {
    ...lostBalancer,
    path: /(?:^|\.)(?:type|serviceType)$/,
    from: (value) => value === 'LoadBalancer',
    to: () => true,
    unless: ({ was, is }) => was['enabled'] === false || is['enabled'] === false,
  },
  {
    ...lostBalancer,
    path: /(?:^|\.)enabled$/,
    from: (value, { was }) => value === true || (value === undefined && was['type'] === 'LoadBalancer'),
    to: (value, { is }) => value === false || (value === null && is['type'] !== null),
    unless: ({ path, was: { type } }) =>
      type !== 'LoadBalancer' && !(type === undefined && /^service$/i.test(String(path.at(-2)))),
  },
  {
    ...lostBalancer,
    path: /\.enabled$/,
    from: isOn,
    to: (value) => value === false,
    unless: ({ was }) =>
      fieldsOf(was['service'])['type'] !== 'LoadBalancer' || fieldsOf(was['service'])['enabled'] === false,
  },
  {
    ...lostAddress,
    path: /(?:^|\.)loadBalancerIP$/,
    from: isText,
    to: () => true,
  },
];

const images: readonly ValueTransition[] = [
  {
    ...olderData,
    path: /(?:^|\.)(?:image\.tag|imageTag)$/,
    from: () => true,
    to: (value, { from }) => majorOf(value) < majorOf(from),
    unless: ({ path, was, is, release }) =>
      nameOfImage(was['repository']) !== nameOfImage(is['repository']) ||
      ![...path, nameOfImage(is['repository']), release?.chart].some(isStateful),
  },
  {
    ...olderData,
    path: /(?:^|\.)image$/,
    from: (value) => isStateful(nameOfImage(value)),
    to: (value, { from }) => nameOfImage(value) === nameOfImage(from) && majorOf(tagOf(value)) < majorOf(tagOf(from)),
  },
];

/** What the Prometheus operator runs, by charts that have its fields among their values: https://prometheus-operator.dev/docs/platform/storage/, https://prometheus.io/docs/prometheus/latest/storage/ */
const monitoring: readonly ValueTransition[] = [
  {
    ...withoutClaims,
    path: /(?:^|\.)(?:prometheus|alertmanager|thanosRuler)Spec\.storage(?:Spec)?\.volumeClaimTemplate$/,
    from: () => true,
    to: (value, { from }) => losesClaims(from, value),
  },
  {
    ...shorterRetention,
    path: /(?:^|\.)retention(?:Period|_period|Policy)?$/,
    from: () => true,
    to: (value, { from }) => isShorterTime(from, value),
  },
  {
    ...shorterRetention,
    path: /(?:^|\.)retentionSize$/,
    from: () => true,
    to: (value, { from }) => isSmallerSize(from, value),
  },
];

/**
 * Annotations that a chart puts on its ServiceAccounts: https://docs.aws.amazon.com/eks/latest/userguide/associate-service-account-role.html,
 * https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity, https://azure.github.io/azure-workload-identity/docs/topics/service-account-labels-and-annotations.html
 */
const cloudIdentities = identities.map(
  (name): ValueTransition => ({
    path: new RegExp(`serviceAccounts?(?:\\.[^.]+)*\\.annotations\\.${name.replaceAll('.', '\\.')}$`, 'i'),
    from: isText,
    to: (value, { from }) => value !== from,
    ...otherIdentity,
  }),
);

/** Of the values of a release. test/live/release-changes.test.ts has Helm do what those of names, CRDs, claims, dependencies and Services say. */
export const valueTransitions: readonly ValueTransition[] = [
  ...claimRows,
  ...names,
  ...crds,
  ...dependencies,
  ...balancers,
  ...images,
  ...monitoring,
  ...cloudIdentities,
];
