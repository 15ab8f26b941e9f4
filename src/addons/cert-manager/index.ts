import { z } from 'zod';
import { type CertManagerValues, certManagerValuesSchema } from '../../../imports/charts/cert-manager.js';
import { defineAddon } from '../../addon/define-addon.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { podDisruptionBudget } from '../pod-disruption-budget.js';

const groups = ['acme.cert-manager.io', 'cert-manager.io'] as const;

/**
 * cert-manager, which issues and renews TLS certificates. Issuers are other addons, such as acme-issuer, since its
 * webhook must serve before one can be applied. https://cert-manager.io/docs/
 */
export const certManager = defineAddon({
  name: 'cert-manager',
  description: 'issues and renews TLS certificates',
  namespace: 'cert-manager',
  createNamespace: true,
  provides: groups,
  charts: {
    'cert-manager': helmChart<CertManagerValues>({
      url: 'https://charts.jetstack.io',
      chart: 'cert-manager',
      version: 'v1.21.1',
      valuesSchema: certManagerValuesSchema,
      crds: groups,
    }),
  },
  options: z.object({
    /** Replicas of the controller, of which one leads. */
    replicas: z.number().int().min(1).default(1),
    /** Replicas of the webhook, without which no Certificate or issuer can be applied. */
    webhookReplicas: z.number().int().min(1).default(1),
    /** Replicas of the CA injector, of which one leads. */
    cainjectorReplicas: z.number().int().min(1).default(1),
    /** The service account, to which the IAM role that writes DNS records is bound. */
    serviceAccount: z.string().default('cert-manager'),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['cert-manager'],
      values: {
        // Kept when the release goes: every Certificate and issuer goes with its CRD.
        crds: { enabled: true, keep: true },
        // The chart's own is kube-system.
        global: { leaderElection: { namespace: 'cert-manager' } },
        replicaCount: options.replicas,
        serviceAccount: { name: options.serviceAccount },
        ...podDisruptionBudget(options.replicas),
        webhook: { replicaCount: options.webhookReplicas, ...podDisruptionBudget(options.webhookReplicas) },
        cainjector: { replicaCount: options.cainjectorReplicas, ...podDisruptionBudget(options.cainjectorReplicas) },
      },
    });
  },
});
