import { defineProject } from './form/project.js';

/** The Prometheus Operator. https://prometheus-operator.dev/docs/api-reference/api/ */
export const prometheusOperator = defineProject({
  makesNothingNamed: ['PodMonitor', 'Probe', 'PrometheusRule', 'ServiceMonitor'].map(
    (kind) => `monitoring.coreos.com/${kind}`,
  ),
});
