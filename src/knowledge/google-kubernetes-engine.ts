import { type BalancerReach, hasNoClass } from './form/balancer-reach.js';
import { cloudIdentity } from './form/cloud-identity.js';
import type { EffectRow } from './form/effect.js';
import { ALL_BALANCER, addSecond } from './form/load-balancers.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { leaves, left } from './form/when.js';

/** https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity */
const GCP_SERVICE_ACCOUNT = 'iam.gke.io/gcp-service-account';

/**
 * Annotations that request an address.
 * https://cloud.google.com/kubernetes-engine/docs/concepts/service-load-balancer-parameters
 */
export const GKE_ADDRESSES = ['networking.gke.io/load-balancer-ip-addresses'] as const;

export const gkeReach: BalancerReach = {
  keys: ['networking.gke.io/load-balancer-type', 'cloud.google.com/load-balancer-type'],
  reachOf: (value) => (String(value).toLowerCase() === 'internal' ? 'internal' : 'internet-facing'),
  isOf: hasNoClass,
};

/** Google Kubernetes Engine (GKE). https://cloud.google.com/kubernetes-engine/docs */
export const googleKubernetesEngine = defineProject({
  name: 'Google Kubernetes Engine',
  effects: [
    ...cloudIdentity(GCP_SERVICE_ACCOUNT),
    // https://cloud.google.com/kubernetes-engine/docs/how-to/load-balance-ingress
    ...['global-static-ip-name', 'regional-static-ip-name'].map(
      (name): EffectRow => ({
        on: 'networking.k8s.io/Ingress',
        at: annotationAt(`kubernetes.io/ingress.${name}`),
        when: left,
        severity: 'warning',
        destroys: 'its address',
        effect: 'the load balancer gets another address, to which no DNS record points yet',
        instead: 'to keep it, keep the annotation',
      }),
    ),
    {
      on: 'networking.k8s.io/Ingress',
      at: annotationAt('kubernetes.io/ingress.class'),
      when: leaves('gce', 'gce-internal'),
      severity: 'warning',
      destroys: ALL_BALANCER,
      effect: 'GKE removes the load balancer of the old class; that of the new one has another address',
      instead: addSecond('Ingress'),
    },
  ],
});
