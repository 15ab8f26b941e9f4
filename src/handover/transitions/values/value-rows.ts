import { fieldsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { parseQuantity } from '../../../schema/update/quantity.js';
import { isShorterTime, isSmallerSize, losesClaims, shorterRetention, withoutClaims } from '../rows/monitoring-rows.js';
import { isStateful, nameOfImage } from './stateful-charts.js';
import type { Step, ValueTransition } from './value-transition.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOn = (value: unknown): boolean => value === true;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;
/** A removed value counts, too: the default may be on. */
const isOff = (value: unknown): boolean => value === false || isAbsent(value);

/** What most charts call the settings of a claim that they make; those of bjw-s have several below. */
const inClaim = (...keys: readonly string[]): RegExp =>
  new RegExp(`(?:^|\\.)(?:persistence|persistentVolume)(?:\\.[^.]+)?\\.(?:${keys.join('|')})$`);

const KEEP = 'helm.sh/resource-policy';
const isKept = ({ annotations }: JsonObject): boolean => fieldsOf(annotations)[KEEP] === 'keep';

const isClaim = (claim: JsonObject, { path }: Step): boolean => {
  const { type, existingClaim, retain } = claim;
  const isNamed = /^(?:persistence|persistentVolume)$/.test(String(path.at(-2)));
  const isOfClaim = type === 'pvc' || type === 'persistentVolumeClaim' || (type === undefined && isNamed);
  return isOfClaim && !isText(existingClaim) && retain !== true && !isKept(claim);
};
/** Charts have a default for it; who sets a size has a claim. */
const isEnabled = ({ enabled, type, size, storageClass }: JsonObject): boolean =>
  enabled === true || (enabled === undefined && [type, size, storageClass].some(isText));
/** The chart makes the claim, and Helm may delete it. */
const isOwn = (claim: JsonObject, step: Step): boolean => isClaim(claim, step) && isEnabled(claim);

const lostClaim = {
  destroys: 'a claim of the chart with its data',
  effect: `Helm deletes a claim that the chart made and no longer makes, unless it has the annotation ${KEEP}: keep`,
  instead: 'to keep it, let the chart set that annotation in a change of its own, or back up the data',
};

const claims: readonly ValueTransition[] = [
  {
    ...lostClaim,
    path: inClaim('enabled'),
    from: (value, { was, to }) => value === true || (value === undefined && to === false && isEnabled(was)),
    to: isOff,
    unless: (step) => !isClaim(step.was, step),
  },
  {
    ...lostClaim,
    path: inClaim('existingClaim'),
    from: (value) => !isText(value),
    to: isText,
    unless: (step) => !isOwn(step.was, step) || step.is['enabled'] === false,
  },
  {
    ...lostClaim,
    path: inClaim('type'),
    from: () => true,
    to: (value, { was }) => isText(value) || (isAbsent(value) && was['enabled'] === undefined),
    unless: (step) =>
      !isOwn(step.was, step) || step.is['enabled'] === false || (isClaim(step.is, step) && step.to !== undefined),
  },
  {
    path: inClaim('existingClaim'),
    from: isText,
    to: (value) => !isText(value),
    unless: ({ was, is }) => was['enabled'] === false || is['enabled'] === false,
    risks: 'start without its data',
    effect: 'without existingClaim, the chart makes a new, empty claim or none; the old one stays, and nothing uses it',
    instead: 'to go on with the data, leave existingClaim, or copy them to the new claim first',
  },
  {
    path: inClaim('size', 'storageClass', 'storageClassName'),
    from: () => true,
    to: () => true,
    unless: (step) => {
      const { was, is, path, from, to } = step;
      if (!isOwn(was, step) || !isOwn(is, step)) return true;
      if (path.at(-1) !== 'size') return !isText(from) && !isText(to);
      const [old, now] = [parseQuantity(from), parseQuantity(to)];
      return old === undefined || now === undefined || old === now;
    },
    risks: 'fail to upgrade',
    effect:
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment can grow where its class lets it, and nothing else",
    instead:
      'for a StatefulSet, first let its claims grow (kubectl edit pvc), then delete it with --cascade=orphan right before the upgrade',
  },
];

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
      if (comesOrGoes(step)) return true;
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
];

/** `v16.4-alpine` is of 16. */
const majorOf = (tag: unknown): number => Number(/^v?(\d+)(?:[-+._].*)?$/.exec(String(tag))?.[1] ?? Number.NaN);
const tagOf = (image: unknown): string | undefined =>
  typeof image === 'string' ? /:([^/:@]+)(?:@.*)?$/.exec(image)?.[1] : undefined;

const olderData = {
  destroys: 'data that only the newer version reads',
  effect:
    "a database of an older major version doesn't read what a newer one has written: it refuses to start, or worse",
  instead: 'to go back, restore a backup that the older version has made',
};

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

/** What the Prometheus operator runs, by charts that have its fields among their values. */
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

/** Of the values of a release. */
export const valueTransitions: readonly ValueTransition[] = [
  ...claims,
  ...names,
  ...crds,
  ...dependencies,
  ...balancers,
  ...images,
  ...monitoring,
];
