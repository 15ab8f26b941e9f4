import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { mayFillPods, type Pods, runningPods } from '../context/pods.js';
import { defineRule, placeIn, type StateObject, specOf } from '../rule.js';

const namespaceLimits = defineDiagnostic({
  code: 'FX721',
  name: 'namespace-limits',
  severity: 'error',
  summary: "A LimitRange or ResourceQuota of the namespace refuses a workload's pods.",
  page: {
    example: "a LimitRange with max: { memory: '1Gi' }, and a container with limits: { memory: '2Gi' }",
    flux: 'nothing, or a timeout: the ReplicaSet reports: forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi',
    right: "limits: { memory: '1Gi' }",
  },
  exceptable: true,
});

type Json = Readonly<Record<string, unknown>>;
type Fields = 'requests' | 'limits';

const amountsOf = ({ resources }: Json, field: Fields): Json => fieldsOf(fieldsOf(resources)[field]);

/** The request of a container, which defaults to its limit. */
const requestOf = (container: Json, resource: string): unknown =>
  amountsOf(container, 'requests')[resource] ?? amountsOf(container, 'limits')[resource];

const isMore = (a: unknown, b: unknown): boolean => {
  const [one, other] = [parseQuantity(a), parseQuantity(b)];
  return one !== undefined && other !== undefined && one > other;
};

/** Why a LimitRange rejects a container, like `PodValidateLimitFunc` of the admission plugin LimitRanger. */
const refusedBy = (range: Json, container: Json, isOnly: boolean): string | undefined => {
  const [min, max] = [fieldsOf(range['min']), fieldsOf(range['max'])];
  const limits = amountsOf(container, 'limits');
  for (const resource of new Set([...Object.keys(min), ...Object.keys(max)])) {
    for (const [what, amount] of [
      ['requests', requestOf(container, resource)],
      ['limits', limits[resource]],
    ] as const) {
      if (isMore(amount, max[resource]))
        return `${what} ${resource} "${amount}", and the maximum is "${max[resource]}"`;
      if (isMore(min[resource], amount))
        return `${what} ${resource} "${amount}", and the minimum is "${min[resource]}"`;
    }
  }
  // With two LimitRanges, either may supply the default.
  const defaults = isOnly ? { ...max, ...fieldsOf(range['default']) } : {};
  for (const [resource, limit] of Object.entries(defaults)) {
    const request = amountsOf(container, 'requests')[resource];
    if (limits[resource] === undefined && isMore(request, limit))
      return `requests ${resource} "${request}", and gets the limit "${limit}" by default`;
  }
  return undefined;
};

/** In billionths, as quantities are compared. */
const ONE = 10n ** 9n;

/** `requests.cpu` of a quota, which it also calls `cpu`. */
const QUOTA = /^(?:(requests|limits)\.)?(cpu|memory|ephemeral-storage)$/;

/** What a workload makes before its pods, by the key of a quota that counts it. */
const BEFORE_PODS: Readonly<Record<string, readonly [key: string, kind: string]>> = {
  CronJob: ['count/jobs.batch', 'Job'],
  DaemonSet: ['count/controllerrevisions.apps', 'ControllerRevision'],
  Deployment: ['count/replicasets.apps', 'ReplicaSet'],
  StatefulSet: ['count/controllerrevisions.apps', 'ControllerRevision'],
};

interface Refusal {
  readonly why: string;
  /** The key of the quota that counts objects, where it is that. */
  readonly count?: string;
}

const refusedByQuota = (hard: Json, { containers, spec, object }: Pods, mayDefault: boolean): Refusal | undefined => {
  // A CronJob that is suspended makes nothing.
  const [beforeKey, before] = specOf(object)['suspend'] === true ? [] : (BEFORE_PODS[object.kind] ?? []);
  for (const [key, most] of Object.entries(hard)) {
    if (key === beforeKey && (parseQuantity(most) ?? ONE) < ONE)
      return {
        why: `the quota has room for no ${before}, which comes before the pods, by ${key}: "${String(most)}"`,
        count: key,
      };
    if ((key === 'pods' || key === 'count/pods') && (parseQuantity(most) ?? ONE) < ONE)
      return { why: `the quota has room for no pod, by ${key}: "${String(most)}"`, count: key };
    const [, field = 'requests', resource] = QUOTA.exec(key) ?? [];
    if (resource === undefined) continue;
    const amounts = containers.map(({ json, path, name }) => ({
      name,
      isInit: path.includes('.initContainers['),
      amount: field === 'limits' ? amountsOf(json, 'limits')[resource] : requestOf(json, resource),
    }));
    const lacking = amounts.find(({ amount }) => amount === undefined);
    if (!mayDefault && lacking !== undefined && resource !== 'ephemeral-storage' && spec['resources'] === undefined)
      return { why: `container "${lacking.name}" has no ${field}.${resource}, which the quota makes each pod set` };
    const sum = amounts.reduce((all, { amount, isInit }) => all + (isInit ? 0n : (parseQuantity(amount) ?? 0n)), 0n);
    const limit = parseQuantity(most);
    if (limit !== undefined && sum > limit && spec['resources'] === undefined)
      return { why: `one pod has more ${field}.${resource} than the "${String(most)}" of the quota` };
  }
  return undefined;
};

/** Pods stay within the LimitRanges and ResourceQuotas of their namespace. */
export const namespaceLimitsRule = defineRule([namespaceLimits], (_, report, { index, references: { makers } }) => {
  const [ranges, quotas] = ['/LimitRange', '/ResourceQuota'].map((kind) => index.byKind.get(kind) ?? []) as [
    readonly StateObject[],
    readonly StateObject[],
  ];
  if (ranges.length + quotas.length === 0) return;
  const isFilled = mayFillPods(index) || index.byKind.has('autoscaling.k8s.io/VerticalPodAutoscaler');
  if (isFilled) return;
  for (const pods of runningPods(index)) {
    const { title, namespace } = pods.object;
    const tell = (by: StateObject, { why, count }: Refusal, path: string) =>
      report(
        diagnose(namespaceLimits, {
          message: `${title}: ${by.title} refuses its pods: ${why}`,
          at: placeIn(pods.object, path),
          fix:
            count === undefined
              ? `change the resources of its containers, or ${by.title}`
              : `raise ${count} in ${by.title}`,
        }),
      );
    const own = ranges.filter((one) => one.namespace === namespace);
    for (const range of own) {
      for (const item of objectsOf(specOf(range)['limits'])) {
        if (item['type'] !== 'Container') continue;
        for (const { json, name, path } of pods.containers) {
          const why = refusedBy(item, json, own.length === 1);
          if (why !== undefined) tell(range, { why: `container "${name}" ${why}` }, `${path}.resources`);
        }
      }
    }
    // A LimitRange may supply missing requests and limits.
    const mayDefault =
      own.length > 0 ||
      !makers.isOwnNamespace(namespace) ||
      makers.mayMake({ group: '', kind: 'LimitRange', name: '', namespace });
    for (const quota of quotas) {
      const { hard, scopes, scopeSelector } = specOf(quota);
      if (quota.namespace !== namespace || listOf(scopes).length > 0 || scopeSelector !== undefined) continue;
      const refusal = refusedByQuota(fieldsOf(hard), pods, mayDefault);
      if (refusal !== undefined) tell(quota, refusal, pods.path);
    }
  }
});
