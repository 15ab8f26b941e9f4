import { unlessField } from './form/keeps.js';
import { losesManagedDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The External PostgreSQL Server Operator of movetokube. https://github.com/movetokube/postgres-operator */
export const movetokubePostgresOperator = defineProject({
  name: 'External PostgreSQL Server Operator',
  effects: [
    losesManagedDatabase('db.movetokube.com/Postgres', {
      ...unlessField('spec.dropOnDelete', true),
      setting: 'spec.dropOnDelete: false',
    }),
  ],
});
