import { kindsOf, losesStorage } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The VictoriaMetrics Operator. https://github.com/VictoriaMetrics/operator */
export const victoriaMetricsOperator = defineProject({
  name: 'VictoriaMetrics Operator',
  effects: [losesStorage(kindsOf('operator.victoriametrics.com', 'VMCluster', 'VMSingle', 'VLCluster', 'VLSingle'))],
});
