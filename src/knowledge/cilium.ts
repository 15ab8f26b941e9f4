import { addressPool } from './form/address-pool.js';
import { defineProject } from './form/project.js';
import { becomes } from './form/when.js';

const POOL = 'cilium.io/CiliumLoadBalancerIPPool';

/** Annotations that request an address. https://docs.cilium.io/en/stable/network/lb-ipam/#requesting-ips */
export const CILIUM_ADDRESSES = ['lbipam.cilium.io/ips', 'io.cilium/lb-ipam-ips'] as const;

/** Cilium. https://docs.cilium.io/en/stable/ */
export const cilium = defineProject({
  name: 'Cilium',
  effects: [
    // https://docs.cilium.io/en/stable/network/lb-ipam/
    addressPool(POOL, 'spec.blocks'),
    {
      on: POOL,
      at: 'spec.disabled',
      when: becomes(true),
      severity: 'notice',
      says: 'hands out no more addresses',
      effect: 'Services keep the addresses that they have; a new one gets none from this pool',
    },
  ],
});
