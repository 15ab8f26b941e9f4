import { z } from 'zod';
import { type ExternalDnsValues, externalDnsValuesSchema } from '../../../imports/charts/external-dns.js';
import { defineAddon } from '../../addon/define-addon.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { awsRegion, hostname } from '../../contract/index.js';

/**
 * ExternalDNS, which writes DNS records for the host names of routes, Services or Ingresses.
 * https://kubernetes-sigs.github.io/external-dns/
 */
export const externalDns = defineAddon({
  name: 'external-dns',
  description: 'writes DNS records for the host names of routes',
  namespace: 'external-dns',
  createNamespace: true,
  // Its default source reads HTTPRoutes; without their CRDs it does not start.
  requires: ['gateway.networking.k8s.io'],
  provides: ['externaldns.k8s.io'],
  charts: {
    'external-dns': helmChart<ExternalDnsValues>({
      url: 'https://kubernetes-sigs.github.io/external-dns/',
      chart: 'external-dns',
      version: '1.21.1',
      valuesSchema: externalDnsValuesSchema,
      crds: ['externaldns.k8s.io'],
    }),
  },
  infra: {
    values: {
      'external-dns': z.object({
        env: z.array(
          z.object({
            name: z.literal('AWS_DEFAULT_REGION'),
            value: awsRegion().meta({ description: 'AWS region of the cluster' }),
          }),
        ),
        domainFilters: z.array(hostname().meta({ description: 'DNS zone to write to', examples: ['example.org'] })),
      }),
    },
  },
  options: z.object({
    /** What ExternalDNS may do with DNS records: only `sync` deletes those whose route is gone. */
    policy: z.enum(['sync', 'upsert-only', 'create-only']).default('sync'),
    /** The kinds of objects whose host names get records, as ExternalDNS names them. */
    sources: z.array(z.string()).min(1).default(['gateway-httproute']),
    /** Marks the records as this cluster's; clusters that write to the same zone need different ones. @default - ExternalDNS's own, `default` */
    txtOwnerId: z.string().optional(),
    /** The DNS provider, as the chart names it. */
    provider: z.string().default('aws'),
    /** The service account, to which its IAM role is bound. */
    serviceAccount: z.string().default('external-dns'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['external-dns'],
      values: {
        provider: { name: options.provider },
        policy: options.policy,
        sources: options.sources,
        serviceAccount: { name: options.serviceAccount },
        ...(options.txtOwnerId === undefined ? {} : { txtOwnerId: options.txtOwnerId }),
      },
    });
  },
});
