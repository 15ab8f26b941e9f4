import { z } from 'zod';
import { type ExternalSecretsValues, externalSecretsValuesSchema } from '../../../imports/charts/external-secrets.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { objectName } from '../text-options.js';

/**
 * The External Secrets operator, which makes Secrets from those of a secret manager. Its store is another addon.
 * https://external-secrets.io/latest/
 */
export const externalSecrets = defineAddon({
  name: 'external-secrets',
  description: 'makes Secrets from those of a secret manager',
  namespace: 'external-secrets',
  createNamespace: true,
  requires: ['external-secrets.io', 'generators.external-secrets.io'],
  // Its controller is started again until the CRDs are there, and cert-controller isn't ready before.
  startsWithout: ['external-secrets.io', 'generators.external-secrets.io'],
  charts: {
    'external-secrets': helmChart<ExternalSecretsValues>({
      url: 'https://charts.external-secrets.io',
      chart: 'external-secrets',
      version: '2.9.0',
      valuesSchema: externalSecretsValuesSchema,
      crds: ['external-secrets.io', 'generators.external-secrets.io'],
    }),
  },
  options: z.object({
    /** Replicas of the controller; with two or more, one of them leads. */
    replicas: z.number().int().min(1).default(1),
    /** Replicas of the webhook, without which no ExternalSecret or store can be applied. */
    webhookReplicas: z.number().int().min(1).default(1),
    /** The service account, to which the IAM role that reads secrets is bound. */
    serviceAccount: objectName.default('external-secrets'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['external-secrets'],
      values: {
        replicaCount: options.replicas,
        // The chart has its CRDs among its templates, where `crds: Skip` does not reach them.
        installCRDs: false,
        serviceAccount: { create: true, name: options.serviceAccount },
        webhook: { replicaCount: options.webhookReplicas },
        ...(options.replicas === 1 ? {} : { leaderElect: true }),
      },
    });
  },
});
