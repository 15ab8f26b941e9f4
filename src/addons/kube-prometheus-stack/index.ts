import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { withNames } from './with-names.js';

/**
 * Prometheus, Alertmanager and Grafana, with what they say of a cluster by themselves.
 * https://github.com/prometheus-community/helm-charts/tree/main/charts/kube-prometheus-stack
 */
export const kubePrometheusStack = addonBy('provider', 'aws', {
  aws,
  azure: withNames('azure'),
  gcp: withNames('gcp'),
  other: withNames('other'),
});
