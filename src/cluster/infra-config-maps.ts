import { type ConfigMapInfra, type ConfigMapManifest, planConfigMaps } from '../compile/plan-config-maps.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { contractOf } from './contract-of.js';
import type { InfraOf } from './flux-cluster.js';

/**
 * The ConfigMaps that Flux reads, with an infra's vars and values in them: for infrastructure that is written in
 * TypeScript, and for tests. Secrets are none of them.
 *
 * @param infra what `defineInfra` or `parseInfra` gave; it is not checked again
 * @throws FluxspanError where the cluster has errors
 */
export const infraConfigMaps = <C extends AnyFluxCluster>(
  cluster: C,
  infra: InfraOf<C>,
): readonly ConfigMapManifest[] => planConfigMaps(contractOf(cluster), infra as ConfigMapInfra);
