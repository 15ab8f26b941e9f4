import { z } from 'zod';
import { arn } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { addGateway, addon, options, replicas } from './gateway.js';

/** On a network load balancer, which ends TLS. */
export const aws = defineAddon({
  ...addon,
  requires: ['gateway.networking.k8s.io', 'istio'],
  infra: {
    vars: {
      TF_ACM_CERT_ARN: arn('acm', 'certificate/0a1b2c3d-0000-4000-8000-000000000000').meta({
        description: "ARN of the load balancer's certificate",
      }),
    },
  },
  options: z.object({
    ...options,
    /** How many pods Istio runs for the Gateway; by default two, and one on AWS. Of several, a drained node takes one at a time. */
    replicas: replicas.default(1),
    /** Whose load balancer it is. */
    provider: z.literal('aws').default('aws'),
    /** Whether the load balancer sends traffic to pods or to node ports. */
    targetType: z.enum(['ip', 'instance']).default('ip'),
    /** The load balancer's security policy, which sets TLS versions and ciphers. */
    sslPolicy: z.string().default('ELBSecurityPolicy-TLS13-1-2-2021-06'),
  }),
  build(scope, { options, vars }) {
    addGateway(scope, options, {
      'service.beta.kubernetes.io/aws-load-balancer-type': 'external',
      'service.beta.kubernetes.io/aws-load-balancer-nlb-target-type': options.targetType,
      'service.beta.kubernetes.io/aws-load-balancer-scheme': options.scheme,
      'service.beta.kubernetes.io/aws-load-balancer-ssl-cert': vars.TF_ACM_CERT_ARN,
      'service.beta.kubernetes.io/aws-load-balancer-ssl-ports': '443',
      // https://docs.aws.amazon.com/elasticloadbalancing/latest/network/describe-ssl-policies.html
      'service.beta.kubernetes.io/aws-load-balancer-ssl-negotiation-policy': options.sslPolicy,
      'service.beta.kubernetes.io/aws-load-balancer-backend-protocol': 'tcp',
    });
  },
});
