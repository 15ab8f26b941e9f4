import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Scylla Operator. https://github.com/scylladb/scylla-operator */
export const scyllaOperator = defineProject({
  name: 'Scylla Operator',
  effects: [losesDatabase(kindsOf('scylla.scylladb.com', 'ScyllaCluster', 'ScyllaDBCluster', 'ScyllaDBDatacenter'))],
});
