import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The CockroachDB Operator. https://github.com/cockroachdb/cockroach-operator */
export const cockroachOperator = defineProject({
  name: 'CockroachDB Operator',
  effects: [losesDatabase(kindsOf('crdb.cockroachlabs.com', 'CrdbCluster', 'CrdbNode'))],
});
