import { addressPool } from './form/address-pool.js';
import { defineProject } from './form/project.js';

/** Annotations that request an address. https://metallb.io/usage/#requesting-specific-ips */
export const METALLB_ADDRESSES = ['metallb.io/loadBalancerIPs', 'metallb.universe.tf/loadBalancerIPs'] as const;

/** MetalLB. https://metallb.io/apis/ */
export const metallb = defineProject({
  name: 'MetalLB',
  effects: [
    // `SetPools`: https://github.com/metallb/metallb/blob/main/internal/allocator/allocator.go
    addressPool('metallb.io/IPAddressPool', 'spec.addresses'),
  ],
});
