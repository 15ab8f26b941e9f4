import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { openDefaults } from '../defaults.js';
import type { KindSchemas } from '../package-schemas.js';
import { type Defaults, isQuantityAt } from './differences.js';
import { podDefaults } from './pod-defaults.js';
import { parseQuantity } from './quantity.js';

/** An object as the API server stores it, as far as the object tells: with its defaults, and quantities by their amount. */
export type AsStored = (object: JsonObject) => JsonObject;

/** @param find the schemas of a kind, which have the defaults of custom resources */
export const openStored = (find: (group: string, kind: string) => KindSchemas | undefined): AsStored => {
  const withDefaults = openDefaults();
  return (object) => {
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return object;
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const schema = find(group, kind)?.versions[apiVersion.slice(slash + 1)];
    const filled = schema === undefined ? object : withDefaults(schema, object);
    const known = Object.hasOwn(kinds, `${group}/${kind}`) ? kinds[`${group}/${kind}`] : undefined;
    return (known === undefined ? filled : amounts(known(filled as Json), [])) as JsonObject;
  };
};

type Json = Readonly<Record<string, unknown>>;

const memberOf = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** The object with a member made again; without a change where it isn't an object. */
const at = (object: Json, key: string, change: (value: Json) => unknown): Json => {
  const value = memberOf(object, key);
  return isObject(value) ? { ...object, [key]: change(value) } : object;
};

/** Puts a default where a field is absent or null, in what is there: a symbol says that the object doesn't tell it. */
const fill = (value: unknown, known: Defaults): unknown => {
  if (typeof known === 'symbol') return value;
  if (!isObject(known)) return value ?? known;
  if (Array.isArray(value)) return value.map((item) => fill(item, known));
  if (!isObject(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [key, inner] of Object.entries(known as Readonly<Record<string, Defaults>>)) {
    const member = fill(memberOf(value, key), inner);
    if (member !== undefined) filled[key] = member;
  }
  return filled;
};

/** https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting */
const pullPolicy = (container: unknown): unknown => {
  const image = memberOf(container, 'image');
  if (!isObject(container) || typeof image !== 'string' || image.includes('$')) return container;
  const name = image.slice(image.lastIndexOf('/') + 1);
  const tag = name.replace(/@.*/, '').split(':')[1];
  const isLatest = tag === 'latest' || (tag === undefined && !name.includes('@'));
  return { ...container, imagePullPolicy: container['imagePullPolicy'] ?? (isLatest ? 'Always' : 'IfNotPresent') };
};

/** Fields of Go that aren't pointers: `false` and none are the same. */
const POD_FLAGS: Defaults = { hostNetwork: false, hostPID: false, hostIPC: false };
const CONTAINER_FLAGS: Defaults = { stdin: false, stdinOnce: false, tty: false, volumeMounts: { readOnly: false } };

const pod = (spec: Json): Json => {
  let filled = fill(fill(spec, podDefaults), POD_FLAGS) as Json;
  for (const list of ['containers', 'initContainers']) {
    const items = memberOf(filled, list);
    if (Array.isArray(items))
      filled = { ...filled, [list]: items.map((one) => fill(pullPolicy(one), CONTAINER_FLAGS)) };
  }
  return filled;
};

const template = (spec: Json): Json => at(spec, 'template', (one) => at(one, 'spec', pod));

/** Fills a spec; what is absent as a whole has a value of its own. */
const spec =
  (known: Defaults, more: (spec: Json) => Json = (one) => one) =>
  (object: Json): Json =>
    at(object, 'spec', (one) => more(fill(one, known) as Json));

const rolling = (field: string, type: string, rollingUpdate: Json) => (one: Json) => {
  const strategy = memberOf(one, field) ?? {};
  if (!isObject(strategy)) return one;
  const filled = { ...strategy, type: strategy['type'] ?? type };
  const update = { ...rollingUpdate, ...(isObject(strategy['rollingUpdate']) ? strategy['rollingUpdate'] : {}) };
  return template({ ...one, [field]: filled.type === type ? { ...filled, rollingUpdate: update } : filled });
};

const servicePorts = (one: Json): Json => {
  const ports = memberOf(one, 'ports');
  if (!Array.isArray(ports) || one['type'] === 'ExternalName') return one;
  const filled = ports.map((port: unknown) =>
    isObject(port)
      ? { ...port, protocol: port['protocol'] ?? 'TCP', targetPort: port['targetPort'] ?? port['port'] }
      : port,
  );
  return { ...one, ports: filled, internalTrafficPolicy: one['internalTrafficPolicy'] ?? 'Cluster' };
};

const job: Defaults = { backoffLimit: 6, completionMode: 'NonIndexed', suspend: false };

/** What `SetDefaults_…` of Kubernetes fill in: https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/apps/v1/defaults.go */
const kinds: Readonly<Record<string, (object: Json) => Json>> = {
  '/Pod': spec({}, pod),
  '/Service': spec({ type: 'ClusterIP', sessionAffinity: 'None' }, servicePorts),
  '/PersistentVolumeClaim': spec({ volumeMode: 'Filesystem' }),
  'apps/DaemonSet': spec(
    { revisionHistoryLimit: 10 },
    rolling('updateStrategy', 'RollingUpdate', { maxUnavailable: 1, maxSurge: 0 }),
  ),
  'apps/Deployment': spec(
    { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600, minReadySeconds: 0, paused: false },
    rolling('strategy', 'RollingUpdate', { maxSurge: '25%', maxUnavailable: '25%' }),
  ),
  'apps/StatefulSet': spec(
    { replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' },
    rolling('updateStrategy', 'RollingUpdate', { partition: 0 }),
  ),
  'autoscaling/HorizontalPodAutoscaler': spec({ minReplicas: 1 }),
  'batch/CronJob': spec(
    { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
    (one) => at(one, 'jobTemplate', (inner) => at(inner, 'spec', (given) => template(fill(given, job) as Json))),
  ),
  'batch/Job': spec(job, template),
  '/ResourceQuota': (object) => object,
  '/LimitRange': (object) => object,
  'storage.k8s.io/StorageClass': (object) =>
    fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }) as Json,
};

/** Quantities that are the same amount become the same text. */
const amounts = (value: unknown, path: readonly (string | number)[]): unknown => {
  if (Array.isArray(value)) return value.map((item, index) => amounts(item, [...path, index]));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, amounts(one, [...path, key])]));
  if (!isQuantityAt(path)) return value;
  const amount = parseQuantity(value);
  return amount === undefined ? value : `${amount}n`;
};
