import { kindsOf, losesBroker } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Redpanda Operator, and its older one. https://github.com/redpanda-data/redpanda-operator */
export const redpandaOperator = defineProject({
  name: 'Redpanda Operator',
  effects: [
    losesBroker(kindsOf('cluster.redpanda.com', 'Redpanda', 'Topic')),
    losesBroker('redpanda.vectorized.io/Cluster'),
  ],
});
