import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Temporal Operator. https://github.com/alexandrevilain/temporal-operator */
export const temporalOperator = defineProject({
  name: 'Temporal Operator',
  effects: [removal('temporal.io/TemporalCluster', 'the Temporal that it runs')],
});
