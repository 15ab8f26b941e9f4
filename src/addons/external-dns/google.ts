import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { gcpProject } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { asGoogleAccount, googleAccountOf } from '../workload-identity.js';
import { addon, domainFilters, options, valuesOf } from './chart.js';

/** ExternalDNS on Cloud DNS: https://kubernetes-sigs.github.io/external-dns/latest/docs/tutorials/gke/ */
export const google = defineAddon({
  ...addon,
  infra: {
    vars: {
      TF_DNS_PROJECT: gcpProject().meta({ description: 'id of the Google Cloud project of the DNS zones' }),
      TF_EXTERNAL_DNS_SERVICE_ACCOUNT: googleAccountOf('ExternalDNS', 'external-dns'),
    },
    values: { 'external-dns': z.object({ domainFilters: domainFilters() }) },
  },
  options: z.object({
    ...options,
    /** The DNS provider, as the chart names it. */
    provider: z.literal('google').default('google'),
  }),
  build(scope, { charts, options, vars }) {
    const values = valuesOf(options);
    new HelmRelease(scope, 'release', {
      chart: charts['external-dns'],
      values: {
        ...values,
        serviceAccount: {
          ...values.serviceAccount,
          annotations: asGoogleAccount(vars.TF_EXTERNAL_DNS_SERVICE_ACCOUNT),
        },
        extraArgs: { 'google-project': vars.TF_DNS_PROJECT },
      },
    });
  },
});
