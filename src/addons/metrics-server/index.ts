import { z } from 'zod';
import { type MetricsServerValues, metricsServerValuesSchema } from '../../../imports/charts/metrics-server.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';

/**
 * metrics-server, which tells autoscalers and `kubectl top` what pods and nodes use.
 * https://kubernetes-sigs.github.io/metrics-server/
 */
export const metricsServer = defineAddon({
  name: 'metrics-server',
  description: 'tells autoscalers what pods and nodes use',
  namespace: 'kube-system',
  provides: ['metrics.k8s.io'],
  charts: {
    'metrics-server': helmChart<MetricsServerValues>({
      url: 'https://kubernetes-sigs.github.io/metrics-server/',
      chart: 'metrics-server',
      version: '3.13.1',
      valuesSchema: metricsServerValuesSchema,
    }),
  },
  options: z.object({
    /** Replicas of the server. */
    replicas: z.number().int().min(1).default(1),
    /** Whether the API server accepts metrics-server's self-signed certificate. If not, set another one in `values.tls`. */
    insecureSkipTLSVerify: z.boolean().default(true),
  }),
  build(scope, { charts, options }) {
    new HelmRelease(scope, 'release', {
      chart: charts['metrics-server'],
      values: {
        replicas: options.replicas,
        apiService: { insecureSkipTLSVerify: options.insecureSkipTLSVerify },
      },
    });
  },
});
