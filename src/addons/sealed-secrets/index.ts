import { z } from 'zod';
import { type SealedSecretsValues, sealedSecretsValuesSchema } from '../../../imports/charts/sealed-secrets.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { duration } from '../duration-option.js';

const groups = ['bitnami.com'] as const;

/**
 * Sealed Secrets, which decrypts Secrets that were encrypted for this cluster. Its keys are Secrets beside it, which no
 * removal deletes. https://github.com/bitnami-labs/sealed-secrets
 */
export const sealedSecrets = defineAddon({
  name: 'sealed-secrets',
  description: 'decrypts Secrets that were encrypted for this cluster',
  // kubeseal looks here, for a controller of this name, unless it is told otherwise.
  namespace: 'kube-system',
  provides: groups,
  charts: {
    'sealed-secrets': helmChart<SealedSecretsValues>({
      url: 'https://bitnami-labs.github.io/sealed-secrets',
      chart: 'sealed-secrets',
      version: '2.18.5',
      valuesSchema: sealedSecretsValuesSchema,
      crds: groups,
    }),
  },
  options: z.object({
    /** How often it makes a new key, for secrets that are sealed after that; `0` means never. */
    keyRenewPeriod: z.union([duration, z.literal('0')]).default('720h'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['sealed-secrets'],
      values: {
        fullnameOverride: 'sealed-secrets-controller',
        keyrenewperiod: options.keyRenewPeriod,
      },
    });
  },
});
