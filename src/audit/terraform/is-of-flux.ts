import type { TerraformResource } from '../../terraform/read/index.js';

/**
 * Manifests that only Terraform knows, and that install Flux, its sync or CRDs: `kubectl_manifest.fluxcd`, and what the docs of
 * Flux's provider called `install`, `sync` and `apply`. They make nothing else that a tree reads.
 */
export const isOfFlux = ({ address }: Pick<TerraformResource, 'address'>): boolean =>
  /(?:^|\.)\w*manifests?\.(?:(?:install|sync|apply)(?:\[|$)|[\w-]*(?:flux|gotk|crd))/i.test(address);
