import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { pgBackRest } from './form/pg-backrest.js';
import { defineProject } from './form/project.js';

/** Crunchy's Postgres Operator (PGO). https://access.crunchydata.com/documentation/postgres-operator/latest/ */
export const crunchyPostgresOperator = defineProject({
  name: 'Crunchy Postgres Operator',
  effects: [
    // https://github.com/CrunchyData/postgres-operator
    losesDatabase(kindsOf('postgres-operator.crunchydata.com', 'PostgresCluster', 'CrunchyBridgeCluster')),
    ...pgBackRest('postgres-operator.crunchydata.com/PostgresCluster'),
  ],
});
