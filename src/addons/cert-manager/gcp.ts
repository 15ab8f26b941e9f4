import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { asGoogleAccount, googleAccountOf } from '../workload-identity.js';
import { addon, options, valuesOf } from './chart.js';

/** cert-manager as a Google Cloud service account: https://cert-manager.io/docs/configuration/acme/dns01/google/ */
export const gcp = defineAddon({
  ...addon,
  infra: { vars: { TF_CERT_MANAGER_SERVICE_ACCOUNT: googleAccountOf('cert-manager', 'cert-manager') } },
  options: z.object({
    ...options,
    /** The cloud that gives its pods their rights, if an issuer needs any. */
    provider: z.literal('gcp').default('gcp'),
  }),
  build(scope, { charts, options, vars }) {
    const values = valuesOf(options);
    new HelmRelease(scope, 'release', {
      chart: charts['cert-manager'],
      values: {
        ...values,
        serviceAccount: {
          ...values.serviceAccount,
          annotations: asGoogleAccount(vars.TF_CERT_MANAGER_SERVICE_ACCOUNT),
        },
      },
    });
  },
});
