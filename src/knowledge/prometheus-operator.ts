import { defineProject } from './form/project.js';

/** The Prometheus Operator. https://prometheus-operator.dev/docs/api-reference/api/ */
export const prometheusOperator = defineProject({
  name: 'Prometheus Operator',
  makesNothingNamed: ['PodMonitor', 'Probe', 'PrometheusRule', 'ServiceMonitor'].map(
    (kind) => `monitoring.coreos.com/${kind}`,
  ),
});
