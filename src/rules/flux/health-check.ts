import { groupOf } from '../../constructs/reference.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, isFluxGroup, placeIn, specOf } from '../rule.js';

const healthCheck = defineDiagnostic({
  code: 'FX654',
  name: 'health-check',
  severity: 'error',
  summary: "A health check names an object without its namespace, or a kind that its group doesn't have.",
  page: {
    example: 'healthChecks: [{ apiVersion: "apps/v1", kind: "Deployment", name: "web" }]',
    flux: 'health check failed after …: resource web Deployment is namespace scoped, but namespace is not set',
    right: 'healthChecks: [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: "web" }]',
  },
  exceptable: true,
});

/** Namespaced kinds that health checks often name; each belongs to one group only. */
const namespaced: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap', 'PersistentVolumeClaim', 'Pod', 'ReplicationController', 'Secret', 'Service', 'ServiceAccount'],
  apps: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  autoscaling: ['HorizontalPodAutoscaler'],
  batch: ['CronJob', 'Job'],
  'helm.toolkit.fluxcd.io': ['HelmRelease'],
  'kustomize.toolkit.fluxcd.io': ['Kustomization'],
  'networking.k8s.io': ['Ingress', 'NetworkPolicy'],
  policy: ['PodDisruptionBudget'],
  'source.toolkit.fluxcd.io': ['Bucket', 'GitRepository', 'HelmChart', 'HelmRepository', 'OCIRepository'],
};

const groupsOf = new Map(Object.entries(namespaced).flatMap(([group, kinds]) => kinds.map((kind) => [kind, group])));
const kindOf = new Map([...groupsOf.keys()].map((kind) => [kind.toLowerCase(), kind]));

const versionOf = (group: string): string =>
  group === '' ? 'v1' : group === 'helm.toolkit.fluxcd.io' || group === 'autoscaling' ? `${group}/v2` : `${group}/v1`;

/** The object of a health check can exist. */
export const healthCheckRule = defineRule(
  [healthCheck],
  ({ units }, report) => {
    for (const { objects, entry } of units) {
      for (const object of [...objects, ...entry]) {
        if (object.kind !== 'Kustomization' || object.group !== 'kustomize.toolkit.fluxcd.io') continue;
        const { healthChecks, wait } = specOf(object);
        // Flux then checks every object and ignores the health checks.
        if (wait === true || !Array.isArray(healthChecks)) continue;
        for (const [index, check] of healthChecks.entries()) {
          const { apiVersion, kind, name, namespace } = isObject(check) ? check : {};
          if (typeof kind !== 'string' || holdsExpression([apiVersion, kind, namespace].join(' '))) continue;
          const at = placeIn(object, `spec.healthChecks[${index}]`);
          const isGiven = typeof apiVersion === 'string' && apiVersion !== '';
          const group = isGiven ? groupOf(apiVersion) : 'apps';
          if (!isBuiltInGroup(group) && !isFluxGroup(group)) continue;
          const meant = kindOf.get(kind.toLowerCase());
          const right = meant === undefined ? undefined : groupsOf.get(meant);
          if (meant === undefined || right === undefined) continue;
          if (meant !== kind || right !== group) {
            const found = isGiven
              ? `${apiVersion} has no kind "${kind}"`
              : `without apiVersion, it is looked for in apps/v1`;
            report(
              diagnose(healthCheck, {
                message: `${object.title} checks ${kind} ${JSON.stringify(name)}: ${found}`,
                at,
                fix: `set apiVersion: '${versionOf(right)}', kind: '${meant}'`,
              }),
            );
          } else if (namespace === undefined || namespace === '') {
            report(
              diagnose(healthCheck, {
                message: `${object.title} checks ${kind} ${JSON.stringify(name)} in no namespace`,
                at,
                notes: ['Flux reports: resource … is namespace scoped, but namespace is not set'],
                fix: `add the namespace: { kind: '${kind}', name: ${JSON.stringify(name)}, namespace: '…' }`,
              }),
            );
          }
        }
      }
    }
  },
  { looksAtApplied: true },
);
