import type { CompiledObject } from '../compile/compiled-cluster.js';
import { chartNamesOf } from './chart-names.js';
import type { ClusterIndex } from './cluster-index.js';

/** Charts whose operators admit objects by a webhook that fails closed, with the groups that they act on. */
const operatorCharts: Readonly<Record<string, readonly string[]>> = {
  'aws-load-balancer-controller': ['elbv2.k8s.aws'],
  'cert-manager': ['cert-manager.io', 'acme.cert-manager.io'],
  'external-secrets': ['external-secrets.io', 'generators.external-secrets.io'],
  kyverno: ['kyverno.io'],
  'opentelemetry-operator': ['opentelemetry.io'],
};

/** By API group: the release that runs its operator, where the tree has one. */
export const findOperators = ({ byKind }: ClusterIndex): ReadonlyMap<string, CompiledObject> => {
  const operators = new Map<string, CompiledObject>();
  for (const release of byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    for (const name of chartNamesOf(release)) {
      const groups = Object.hasOwn(operatorCharts, name) ? operatorCharts[name] : undefined;
      for (const group of groups ?? []) operators.set(group, release);
    }
  }
  return operators;
};
