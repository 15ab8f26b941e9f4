import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const utilizationRequests = defineDiagnostic({
  code: 'FX641',
  name: 'utilization-requests',
  severity: 'notice',
  summary:
    "A HorizontalPodAutoscaler scales on the utilization of CPU or memory, but a container of its target doesn't request it, so it never scales.",
  page: {
    example:
      'target: { type: "Utilization", averageUtilization: 80 }   // and the container of the Deployment has no resources',
    flux: 'nothing: the autoscaler reports: failed to get cpu utilization: missing request for cpu in container main of Pod …',
    right: 'resources: { requests: { cpu: "100m" } } in each container; or target: { type: "AverageValue", … }',
  },
  exceptable: true,
});

interface Utilization {
  readonly resource: string;
  /** The only container that counts. */
  readonly container: string | undefined;
  readonly path: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The resources that an autoscaler compares with requests. Without metrics, the API server defaults to 80 % of the CPU.
 */
const utilizationsOf = (autoscaler: StateObject): readonly Utilization[] => {
  const { metrics } = specOf(autoscaler);
  if (autoscaler.apiVersion === 'autoscaling/v1') {
    return [{ resource: 'cpu', container: undefined, path: 'spec.targetCPUUtilizationPercentage' }];
  }
  if (metrics === undefined) return [{ resource: 'cpu', container: undefined, path: 'spec.metrics' }];
  return objectsOf(metrics).flatMap((metric, index): readonly Utilization[] => {
    const field = metric['type'] === 'ContainerResource' ? 'containerResource' : 'resource';
    const { name, container, target } = (isObject(metric[field]) ? metric[field] : {}) as Json;
    if (valueAt(target, ['type']) !== 'Utilization' || (name !== 'cpu' && name !== 'memory')) return [];
    const only = field === 'containerResource' ? String(container) : undefined;
    return [{ resource: name, container: only, path: `spec.metrics[${index}].${field}` }];
  });
};

/** Whether a container requests a resource; the request defaults to the limit. */
const requests = (resources: unknown, resource: string): boolean =>
  resources !== undefined &&
  (!isObject(resources) ||
    ['requests', 'limits'].some((key) => {
      const quantities = resources[key];
      return quantities !== undefined && (!isObject(quantities) || Object.hasOwn(quantities, resource));
    }));

const kinds: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet']);

const targetOf = ({ byKind }: StateIndex, autoscaler: StateObject): StateObject | undefined => {
  const target = specOf(autoscaler)['scaleTargetRef'];
  const kind = String(valueAt(target, ['kind']));
  if (!kinds.has(kind)) return undefined;
  const all = byKind.get(`apps/${kind}`) ?? [];
  return all.find(({ name, namespace }) => name === valueAt(target, ['name']) && namespace === autoscaler.namespace);
};

/** Every container that an autoscaler measures requests the resource, if the tree creates the pods. */
export const utilizationRequestsRule = defineRule([utilizationRequests], (_, report, { index }) => {
  const ranges = new Set((index.byKind.get('/LimitRange') ?? []).map(({ namespace }) => namespace));
  for (const autoscaler of index.byKind.get('autoscaling/HorizontalPodAutoscaler') ?? []) {
    // A LimitRange supplies the requests of containers.
    if (ranges.has(autoscaler.namespace)) continue;
    const target = targetOf(index, autoscaler);
    const pod = target && valueAt(target.json, ['spec', 'template', 'spec']);
    if (!isObject(pod)) continue;
    for (const { resource, container, path } of utilizationsOf(autoscaler)) {
      // Requests of the whole pod take precedence.
      if (requests(pod['resources'], resource)) continue;
      const lacking = objectsOf(pod['containers']).filter(
        ({ name, resources }) => (container === undefined || name === container) && !requests(resources, resource),
      );
      if (lacking.length === 0) continue;
      const names = lacking.map(({ name }) => `"${String(name)}"`).join(', ');
      const what = resource === 'cpu' ? 'CPU' : 'memory';
      report(
        diagnose(utilizationRequests, {
          message: `${autoscaler.title} scales ${target!.title} on the utilization of ${what}, and its ${lacking.length === 1 ? 'container' : 'containers'} ${names} ${lacking.length === 1 ? 'requests' : 'request'} none, so it never scales on it`,
          at: placeIn(autoscaler, path),
          notes: [
            `the autoscaler reports: missing request for ${resource} in container ${String(lacking[0]!['name'])}`,
          ],
          fix: `set resources.requests.${resource} in each container; or compare with an amount: target: { type: 'AverageValue', averageValue: … }`,
        }),
      );
    }
  }
});
