import { byField } from './form/keeps.js';
import { losesDatabase, losesManagedDatabase, unproven } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

const rowsOf = (group: string) => [
  losesDatabase(`${group}/MariaDB`),
  losesManagedDatabase(`${group}/Database`, byField('spec.cleanupPolicy', 'Skip')),
];

/**
 * The MariaDB Operator, and the MariaDB Enterprise Operator. https://github.com/mariadb-operator/mariadb-operator and
 * https://mariadb.com/docs/tools/enterprise/mariadb-enterprise-operator
 */
export const mariadbOperator = defineProject({
  name: 'MariaDB Operator',
  effects: [...rowsOf('k8s.mariadb.com'), ...rowsOf('enterprise.mariadb.com').map(unproven)],
});
