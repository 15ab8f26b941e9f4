import { type BalancerReach, hasNoClass } from './form/balancer-reach.js';

const AZURE = 'service.beta.kubernetes.io/azure-';

/** Annotations that request an address. https://cloud-provider-azure.sigs.k8s.io/topics/loadbalancer/ */
export const AZURE_ADDRESSES = [`${AZURE}load-balancer-ipv4`, `${AZURE}pip-name`] as const;

export const azureReach: BalancerReach = {
  keys: [`${AZURE}load-balancer-internal`],
  reachOf: (value) => (value === 'true' ? 'internal' : 'internet-facing'),
  isOf: hasNoClass,
};
