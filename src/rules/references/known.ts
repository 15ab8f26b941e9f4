import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../compile/external-kustomization.js';
import { isKubernetesOwn } from '../../compile/plan-namespaces.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { isListed } from './external.js';
import type { TargetName } from './targets.js';

/** What comes with Kubernetes, with `flux bootstrap`, or is listed in the cluster's `external`. */
export const openKnown = ({ app, cluster, built }: CompiledCluster): ((target: TargetName) => boolean) => {
  const namespaces = new Set([...built.namespaces.map(({ name }) => name), ...cluster.externalNamespaces]);
  const { source } = app;
  const isOfFlux = ({ kind, name, namespace }: TargetName): boolean =>
    (kind === 'Kustomization' && name === FLUX_NAMESPACE && namespace === FLUX_NAMESPACE) ||
    (kind === source.kind && name === source.name && namespace === source.namespace);
  const external = new Set(cluster.externals.map(externalKey));
  return (target) => {
    const { group, kind, name } = target;
    if (group === '' && kind === 'Namespace') {
      if (namespaces.has(name) || isKubernetesOwn(name)) return true;
    }
    if (kind === 'ServiceAccount' && name === 'default') return true;
    if (isOfFlux(target)) return true;
    if (kind === 'Kustomization' && external.has(`${target.namespace}/${name}`)) return true;
    return cluster.externalObjects.some((one) => isListed(one, target));
  };
};
