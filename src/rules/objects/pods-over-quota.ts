import { defineDiagnostic, diagnose, nameSome, ties } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { mayFillPods, type Pods, runningPods } from '../context/pods.js';
import { defineRule, objectsOfKind, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const podsOverQuota = defineDiagnostic({
  code: 'FX897',
  name: 'pods-over-quota',
  severity: 'warning',
  summary:
    'The pods of all workloads of a namespace together are more than its ResourceQuota allows. Flux applies the workloads, but the API server refuses the last pods. It is a notice if the pods may be there before the quota.',
  page: {
    example: "a ResourceQuota with pods: '3', and two Deployments with replicas: 2",
    flux: 'nothing, or a timeout: the ReplicaSet reports: pods "web-…" is forbidden: exceeded quota: tenant, requested: pods=1, used: pods=3, limited: pods=3',
    right: 'fewer replicas, smaller requests, or a larger quota',
  },
  exceptable: true,
});

/** The pods of all workloads of a namespace fit its ResourceQuotas. */
export const podsOverQuotaRule = defineRule([podsOverQuota], (_, report, { index }) => {
  // Quotas with scopes count only some pods.
  const quotas = objectsOfKind(index, '/ResourceQuota').filter((one) => {
    const { scopes, scopeSelector } = specOf(one);
    return listOf(scopes).length === 0 && scopeSelector === undefined;
  });
  if (quotas.length === 0 || mayFillPods(index) || index.byKind.has('autoscaling.k8s.io/VerticalPodAutoscaler')) return;
  const inNamespace = new Map<string | undefined, Workload[]>();
  for (const workload of workloadsOf(index)) {
    const { namespace } = workload.pods.object;
    const there = inNamespace.get(namespace);
    if (there === undefined) inNamespace.set(namespace, [workload]);
    else there.push(workload);
  }
  for (const quota of quotas) {
    const workloads = inNamespace.get(quota.namespace) ?? [];
    for (const [key, most] of Object.entries(fieldsOf(specOf(quota)['hard']))) {
      const limit = parseQuantity(most);
      if (limit === undefined) continue;
      const users = workloads.flatMap(({ pods, replicas }) => {
        const amount = amountOf(pods, key);
        return amount === undefined || amount === 0n ? [] : [{ pods, replicas, amount }];
      });
      // Another rule reports a pod that is too large alone.
      if (users.some(({ amount }) => amount > limit)) continue;
      let sum = 0n;
      const over = users.find(({ replicas, amount }) => {
        sum += amount * replicas;
        return sum > limit;
      });
      if (over === undefined) continue;
      const { object, path } = over.pods;
      const isAfter = index.comesAfter(object.unit, quota.unit);
      const others = users.filter((one) => one !== over).map(titleWithReplicas);
      report(
        diagnose(podsOverQuota, {
          message: `${titleWithReplicas(over)} ${others.length === 0 ? 'has' : 'brings'} more pods than ${quota.title} in ${quota.namespace} lets in, which allows "${String(most)}" of ${key}`,
          at: placeIn(object, path),
          severity: isAfter ? 'warning' : 'notice',
          notes: [
            ...(others.length === 0 ? [] : [`the quota also counts the pods of ${nameSome(others, 5)}`]),
            "Flux reports nothing, or a timeout: the API server refuses the last pods, and the workload's events say so",
            ...(isAfter ? [] : ['pods that are there before the quota stay']),
          ],
          ties: { same: ties.object(`quota of pods ${quota.title} ${String(quota.namespace)} ${key}`) },
          fix: `run fewer replicas or request less, or raise ${key} of ${quota.title}`,
        }),
      );
    }
  }
});

interface Workload {
  readonly pods: Pods;
  readonly replicas: bigint;
}

/** Kinds that keep as many pods as they say; how many a DaemonSet or a Job has at a time isn't known. */
const KEEPS: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet']);

/** The workloads whose number of pods is known: nothing else scales or pauses them. */
const workloadsOf = (index: StateIndex): readonly Workload[] => {
  const scalers = ['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject'].flatMap(
    (kind) => index.byKind.get(kind) ?? [],
  );
  const isScaled = ({ name, namespace }: StateObject): boolean =>
    scalers.some((one) => {
      const { name: of } = fieldsOf(specOf(one)['scaleTargetRef']);
      return one.namespace === namespace && (of === name || holdsExpression(String(of)));
    });
  return runningPods(index).flatMap((pods): readonly Workload[] => {
    const { object } = pods;
    if (object.kind === 'Pod') return [{ pods, replicas: 1n }];
    const { replicas = 1, paused } = specOf(object);
    if (!KEEPS.has(object.kind) || paused === true || isScaled(object)) return [];
    return typeof replicas === 'number' && Number.isSafeInteger(replicas) && replicas > 0
      ? [{ pods, replicas: BigInt(replicas) }]
      : [];
  });
};

const titleWithReplicas = ({ pods, replicas }: Workload): string =>
  replicas === 1n ? pods.object.title : `${pods.object.title} (${replicas} replicas)`;

/** In billionths, as quantities are compared. */
const ONE = 10n ** 9n;
/** `requests.cpu` of a quota, which it also calls `cpu`. */
const RESOURCE = /^(?:(requests|limits)\.)?(cpu|memory|ephemeral-storage)$/;

/** At least what a quota counts of one pod: a LimitRange may add to what its containers leave out. */
const amountOf = ({ containers, spec }: Pods, key: string): bigint | undefined => {
  if (key === 'pods' || key === 'count/pods') return ONE;
  const [, field = 'requests', resource] = RESOURCE.exec(key) ?? [];
  if (resource === undefined || spec['resources'] !== undefined) return undefined;
  let sum = 0n;
  for (const { json, path } of containers) {
    if (path.includes('.initContainers[')) continue;
    const { requests, limits } = fieldsOf(json['resources']);
    const limit = fieldsOf(limits)[resource];
    const amount = field === 'limits' ? limit : (fieldsOf(requests)[resource] ?? limit);
    sum += parseQuantity(amount) ?? 0n;
  }
  return sum;
};
