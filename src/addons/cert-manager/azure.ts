import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { UNCHANGED_BY_AKS } from '../aks-webhook.js';
import { defineAddon } from '../define-addon.js';
import { AZURE_USE } from '../workload-identity.js';
import { addon, options, valuesOf } from './chart.js';

/** cert-manager whose pods get a token of Azure; the issuer names the identity: https://cert-manager.io/docs/configuration/acme/dns01/azuredns/ */
export const azure = defineAddon({
  ...addon,
  options: z.object({
    ...options,
    /** The cloud that gives its pods their rights, if an issuer needs any. */
    provider: z.literal('azure').default('azure'),
  }),
  build(scope, { charts, options }) {
    const values = valuesOf(options);
    new HelmRelease(scope, 'release', {
      chart: charts['cert-manager'],
      values: {
        ...values,
        serviceAccount: { ...values.serviceAccount, labels: AZURE_USE },
        podLabels: AZURE_USE,
        webhook: {
          ...values.webhook,
          mutatingWebhookConfigurationAnnotations: UNCHANGED_BY_AKS,
          validatingWebhookConfigurationAnnotations: UNCHANGED_BY_AKS,
        },
      },
    });
  },
});
