import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import {
  addCertificate,
  addGateway,
  addon,
  domainVars,
  issuer,
  options,
  replicas,
  withCertificate,
} from './gateway.js';

/** On a load balancer of Azure; the Gateway ends TLS. https://istio.io/latest/docs/setup/platform-setup/azure/ */
export const azure = defineAddon({
  ...addon,
  ...withCertificate,
  infra: { vars: domainVars },
  options: z
    .object({
      ...options,
      /** How many pods Istio runs for the Gateway; by default two, and one on AWS. Of several, a drained node takes one at a time. */
      replicas: replicas.default(2),
      /** Whose load balancer it is. */
      provider: z.literal('azure').default('azure'),
      /** The issuer of the Gateway's certificate. */
      issuer,
      /** The subnet of an internal load balancer. @default - that of the nodes */
      subnet: z.string().min(1).optional(),
    })
    .refine(({ subnet, scheme }) => subnet === undefined || scheme === 'internal', {
      path: ['subnet'],
      error: "leave it out, or set scheme: 'internal': only an internal load balancer has an address of a subnet",
    }),
  build(scope, { options, vars }) {
    const { name, scheme, subnet } = options;
    const annotations = {
      // Istio answers 404 where no route matches, which an HTTP probe would take for a failure.
      'service.beta.kubernetes.io/port_80_health-probe_protocol': 'tcp',
      'service.beta.kubernetes.io/port_443_health-probe_protocol': 'tcp',
      // https://cloud-provider-azure.sigs.k8s.io/topics/loadbalancer/
      ...(scheme === 'internal' ? { 'service.beta.kubernetes.io/azure-load-balancer-internal': 'true' } : {}),
      ...(subnet === undefined ? {} : { 'service.beta.kubernetes.io/azure-load-balancer-internal-subnet': subnet }),
    };
    addGateway(scope, options, annotations, addCertificate(scope, name, options.issuer, vars.TF_GATEWAY_DOMAIN));
  },
});
