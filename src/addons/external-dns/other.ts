import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { addon, domainFilters, options, valuesOf } from './chart.js';

/** Those that this package knows nothing of: https://kubernetes-sigs.github.io/external-dns/latest/docs/flags/ */
const PROVIDERS = [
  'akamai',
  'alibabacloud',
  'civo',
  'cloudflare',
  'coredns',
  'digitalocean',
  'dnsimple',
  'exoscale',
  'gandi',
  'godaddy',
  'linode',
  'ns1',
  'oci',
  'ovh',
  'pdns',
  'pihole',
  'rfc2136',
  'scaleway',
  'transip',
  'webhook',
] as const;

/** ExternalDNS on another provider: its credentials go into `values`. */
const other = defineAddon({
  ...addon,
  infra: { values: { 'external-dns': z.object({ domainFilters: domainFilters() }) } },
  options: z.object({
    ...options,
    /** The DNS provider, as the chart names it. */
    provider: z.enum(PROVIDERS).default('webhook'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', { chart: charts['external-dns'], values: valuesOf(options) });
  },
});

/** All the same addon: a type with a name, which declarations take over as it is. */
export type Others = { readonly [P in (typeof PROVIDERS)[number]]: typeof other };

export const others = Object.fromEntries(PROVIDERS.map((provider) => [provider, other])) as Others;
