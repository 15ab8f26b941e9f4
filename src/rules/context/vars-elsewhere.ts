import type { BuiltAddon } from '../../compile/built-cluster.js';
import type { AnyFluxCluster } from '../../compile/declared-cluster.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';

/** Whether the Kustomization of an addon with vars of the contract lives where the contract puts none of them. */
export const varsElsewhere = (
  { varsNamespaces }: Pick<AnyFluxCluster, 'varsNamespaces'>,
  { inputs, kustomizationNamespace: namespace }: Pick<BuiltAddon, 'inputs' | 'kustomizationNamespace'>,
): boolean => inputs.vars.size > 0 && namespace !== FLUX_NAMESPACE && !varsNamespaces.includes(namespace);
