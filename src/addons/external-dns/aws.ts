import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { awsRegion } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { addon, domainFilters, options, valuesOf } from './chart.js';

/** ExternalDNS on Route 53: https://kubernetes-sigs.github.io/external-dns/latest/docs/tutorials/aws/ */
export const aws = defineAddon({
  ...addon,
  infra: {
    values: {
      'external-dns': z.object({
        env: z.array(
          z.object({
            name: z.literal('AWS_DEFAULT_REGION'),
            value: awsRegion().meta({ description: 'AWS region of the cluster' }),
          }),
        ),
        domainFilters: domainFilters(),
      }),
    },
  },
  options: z.object({
    ...options,
    /** The DNS provider, as the chart names it. */
    provider: z.literal('aws').default('aws'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', { chart: charts['external-dns'], values: valuesOf(options) });
  },
});
