import { z } from 'zod';
import { type KedaValues, kedaValuesSchema } from '../../../imports/charts/keda.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';
import { objectName } from '../text-options.js';

const groups = ['eventing.keda.sh', 'keda.sh'] as const;

/** KEDA, which scales workloads by events, such as the length of a queue: https://keda.sh/docs/latest/ */
export const keda = defineAddon({
  name: 'keda',
  description: 'scales workloads by events, such as the length of a queue',
  namespace: 'keda',
  createNamespace: true,
  // It serves external metrics to autoscalers, of which a cluster has one provider.
  provides: [...groups, 'external.metrics.k8s.io'],
  charts: {
    keda: helmChart<KedaValues>({
      url: 'https://kedacore.github.io/charts',
      chart: 'keda',
      version: '2.20.2',
      valuesSchema: kedaValuesSchema,
      crds: groups,
    }),
  },
  options: z.object({
    /** Replicas of the operator, of which one leads. */
    replicas: z.number().int().min(1).default(1),
    /** Replicas of the metrics server, which autoscalers query. */
    metricsServerReplicas: z.number().int().min(1).default(1),
    /** Replicas of the webhook, which refuses a workload with two scalers. */
    webhookReplicas: z.number().int().min(1).default(1),
    /** The service account of the operator, to which the IAM role that reads queues and metrics is bound. */
    serviceAccount: objectName.default('keda-operator'),
  }),
  build(scope, { charts, options: { replicas, metricsServerReplicas, webhookReplicas, serviceAccount } }) {
    const budgets = Object.entries({
      operator: replicas,
      metricServer: metricsServerReplicas,
      webhooks: webhookReplicas,
    }).flatMap(([part, count]) => (count === 1 ? [] : [[part, { maxUnavailable: 1 }] as const]));
    new HelmRelease(scope, 'release', {
      chart: charts.keda,
      values: {
        // The chart has its CRDs among its templates: kept when the release goes, since every ScaledObject goes with them.
        crds: { install: true, additionalAnnotations: { 'helm.sh/resource-policy': 'keep' } },
        operator: { replicaCount: replicas },
        metricsServer: { replicaCount: metricsServerReplicas },
        webhooks: { replicaCount: webhookReplicas },
        serviceAccount: { operator: { name: serviceAccount } },
        ...(budgets.length === 0 ? {} : { podDisruptionBudget: Object.fromEntries(budgets) }),
      },
    });
  },
});
