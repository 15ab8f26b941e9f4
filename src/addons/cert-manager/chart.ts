import { z } from 'zod';
import { type CertManagerValues, certManagerValuesSchema } from '../../../imports/charts/cert-manager.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { podDisruptionBudget } from '../pod-disruption-budget.js';
import { objectName } from '../text-options.js';

const groups = ['acme.cert-manager.io', 'cert-manager.io'] as const;

/** What is the same on every cloud. */
export const addon = {
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
} as const;

/** Options on every cloud. */
export const options = {
  /** Replicas of the controller, of which one leads. */
  replicas: z.number().int().min(1).default(1),
  /** Replicas of the webhook, without which no Certificate or issuer can be applied. */
  webhookReplicas: z.number().int().min(1).default(1),
  /** Replicas of the CA injector, of which one leads. */
  cainjectorReplicas: z.number().int().min(1).default(1),
  /** The service account, to which the rights to write DNS records are bound. */
  serviceAccount: objectName.default('cert-manager'),
};

interface Options {
  readonly replicas: number;
  readonly webhookReplicas: number;
  readonly cainjectorReplicas: number;
  readonly serviceAccount: string;
}

/** Values on every cloud. */
export const valuesOf = ({ replicas, webhookReplicas, cainjectorReplicas, serviceAccount }: Options) => ({
  // Kept when the release goes: every Certificate and issuer goes with its CRD.
  crds: { enabled: true, keep: true },
  // The chart's own is kube-system.
  global: { leaderElection: { namespace: 'cert-manager' } },
  replicaCount: replicas,
  serviceAccount: { name: serviceAccount },
  ...podDisruptionBudget(replicas),
  webhook: { replicaCount: webhookReplicas, ...podDisruptionBudget(webhookReplicas) },
  cainjector: { replicaCount: cainjectorReplicas, ...podDisruptionBudget(cainjectorReplicas) },
});
