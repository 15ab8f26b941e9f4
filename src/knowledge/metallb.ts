import { addressPool } from './form/address-pool.js';
import { defineProject } from './form/project.js';

/** MetalLB. https://metallb.io/apis/ */
export const metallb = defineProject({
  name: 'MetalLB',
  effects: [
    // `SetPools`: https://github.com/metallb/metallb/blob/main/internal/allocator/allocator.go
    addressPool('metallb.io/IPAddressPool', 'spec.addresses'),
  ],
});
