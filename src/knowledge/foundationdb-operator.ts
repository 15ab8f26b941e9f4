import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The FoundationDB Operator. https://github.com/FoundationDB/fdb-kubernetes-operator */
export const foundationdbOperator = defineProject({
  name: 'FoundationDB Operator',
  effects: [losesDatabase('apps.foundationdb.org/FoundationDBCluster')],
});
