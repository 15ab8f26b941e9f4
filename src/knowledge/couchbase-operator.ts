import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Couchbase Autonomous Operator. https://github.com/couchbase-partners/helm-charts */
export const couchbaseOperator = defineProject({
  name: 'Couchbase Autonomous Operator',
  effects: [losesDatabase(kindsOf('couchbase.com', 'CouchbaseCluster', 'CouchbaseBucket'))],
});
