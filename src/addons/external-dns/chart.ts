import { z } from 'zod';
import { type ExternalDnsValues, externalDnsValuesSchema } from '../../../imports/charts/external-dns.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { hostname } from '../../contract/index.js';
import { objectName } from '../text-options.js';

/** What is the same for every provider. */
export const addon = {
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
} as const;

/** The zones that it may write to. */
export const domainFilters = () =>
  z.array(hostname().meta({ description: 'DNS zone to write to', examples: ['example.org'] }));

/** Options that every provider takes. */
export const options = {
  /** What ExternalDNS may do with DNS records: only `sync` deletes those whose route is gone. */
  policy: z.enum(['sync', 'upsert-only', 'create-only']).default('sync'),
  /** The kinds of objects whose host names get records, as ExternalDNS names them. */
  sources: z.array(z.string()).min(1).default(['gateway-httproute']),
  /** Marks the records as this cluster's; clusters that write to the same zone need different ones. @default - ExternalDNS's own, `default` */
  txtOwnerId: z.string().optional(),
  /** The service account, to which the rights to write records are bound. */
  serviceAccount: objectName.default('external-dns'),
};

interface Options {
  readonly policy: 'sync' | 'upsert-only' | 'create-only';
  readonly sources: string[];
  readonly txtOwnerId?: string | undefined;
  readonly serviceAccount: string;
  readonly provider: string;
}

/** Values that every provider has. */
export const valuesOf = ({ provider, policy, sources, serviceAccount, txtOwnerId }: Options) => ({
  provider: { name: provider },
  policy,
  sources,
  serviceAccount: { name: serviceAccount },
  ...(txtOwnerId === undefined ? {} : { txtOwnerId }),
});
