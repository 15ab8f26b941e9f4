import { pgBackRest } from './form/pg-backrest.js';
import { defineProject } from './form/project.js';

/** Crunchy's Postgres Operator (PGO). https://access.crunchydata.com/documentation/postgres-operator/latest/ */
export const crunchyPostgresOperator = defineProject({
  name: 'Crunchy Postgres Operator',
  effects: pgBackRest('postgres-operator.crunchydata.com/PostgresCluster'),
});
