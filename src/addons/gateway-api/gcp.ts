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

/** On a passthrough load balancer of Google Cloud; the Gateway ends TLS. */
export const gcp = defineAddon({
  ...addon,
  ...withCertificate,
  infra: { vars: domainVars },
  options: z.object({
    ...options,
    /** How many pods Istio runs for the Gateway; by default two, and one on AWS. Of several, a drained node takes one at a time. */
    replicas: replicas.default(2),
    /** Whose load balancer it is. */
    provider: z.literal('gcp').default('gcp'),
    /** The issuer of the Gateway's certificate. */
    issuer,
  }),
  build(scope, { options, vars }) {
    const { name, scheme } = options;
    // https://cloud.google.com/kubernetes-engine/docs/concepts/service-load-balancer-parameters
    const annotations: Readonly<Record<string, string>> =
      scheme === 'internal'
        ? { 'networking.gke.io/load-balancer-type': 'Internal' }
        : { 'cloud.google.com/l4-rbs': 'enabled' };
    addGateway(scope, options, annotations, addCertificate(scope, name, options.issuer, vars.TF_GATEWAY_DOMAIN));
  },
});
