import { losesDatabase, unproven } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The CockroachDB Operator. https://github.com/cockroachdb/cockroach-operator */
export const cockroachOperator = defineProject({
  name: 'CockroachDB Operator',
  effects: [
    losesDatabase('crdb.cockroachlabs.com/CrdbCluster'),
    unproven(losesDatabase('crdb.cockroachlabs.com/CrdbNode')),
  ],
});
