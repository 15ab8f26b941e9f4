import { AWS_ADDRESSES, awsReach } from './aws-load-balancer-controller.js';
import { CILIUM_ADDRESSES } from './cilium.js';
import { AZURE_ADDRESSES, azureReach } from './cloud-provider-azure.js';
import type { BalancerReach } from './form/balancer-reach.js';
import { GKE_ADDRESSES, gkeReach } from './google-kubernetes-engine.js';
import { METALLB_ADDRESSES } from './metallb.js';

/** Annotations of a Service that request an address or an existing load balancer. */
export const addressAnnotations: readonly string[] = [
  ...METALLB_ADDRESSES,
  ...CILIUM_ADDRESSES,
  ...AWS_ADDRESSES,
  ...AZURE_ADDRESSES,
  ...GKE_ADDRESSES,
];

/** Annotations of a Service that decide who can reach its load balancer. */
export const balancerReaches: readonly BalancerReach[] = [...awsReach, azureReach, gkeReach];
