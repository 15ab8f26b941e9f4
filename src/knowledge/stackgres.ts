import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** StackGres: PostgreSQL. https://stackgres.io/doc/latest/reference/crd/ */
export const stackgres = defineProject({
  name: 'StackGres',
  effects: [losesDatabase(kindsOf('stackgres.io', 'SGCluster', 'SGShardedCluster'))],
});
