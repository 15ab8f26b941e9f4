import { type ConfigMapInfra, type ConfigMapManifest, planConfigMaps } from '../compile/plan-config-maps.js';
import { contractOfState } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { contractOf } from './contract-of.js';
import type { InfraOptions } from './define-infra.js';
import type { InfraOf } from './flux-cluster.js';

/**
 * The ConfigMaps that Flux reads, with an infra's vars and values in them: for infrastructure that is written in
 * TypeScript, and for tests. Secrets are none of them.
 *
 * @param infra what `defineInfra` or `parseInfra` gave, with the same `state`; it is not checked again
 * @throws FluxspanError where the cluster has errors
 */
export const infraConfigMaps = <C extends AnyFluxCluster, const State extends string | null = string | null>(
  cluster: C,
  infra: InfraOf<C, State>,
  { state }: InfraOptions<State> = {},
): readonly ConfigMapManifest[] => {
  const contract = contractOf(cluster);
  return planConfigMaps(
    state === undefined ? contract : contractOfState(contract, state ?? undefined),
    infra as unknown as ConfigMapInfra,
  );
};
