import type { BuiltAddon } from '../../compile/built-cluster.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';

/** Whether an addon uses vars of the contract and its Kustomization is in a namespace that doesn't get them. */
export const varsElsewhere = (
  { varsNamespaces }: Pick<AnyFluxCluster, 'varsNamespaces'>,
  { inputs, kustomizationNamespace: namespace }: Pick<BuiltAddon, 'inputs' | 'kustomizationNamespace'>,
): boolean => inputs.vars.size > 0 && namespace !== FLUX_NAMESPACE && !varsNamespaces.includes(namespace);
