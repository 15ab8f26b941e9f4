import { byField } from './form/keeps.js';
import { losesDatabase, losesManagedDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/**
 * The MariaDB Operator, and that of MariaDB Enterprise. https://github.com/mariadb-operator/mariadb-operator and
 * https://mariadb.com/docs/tools/enterprise/mariadb-enterprise-operator
 */
export const mariadbOperator = defineProject({
  name: 'MariaDB Operator',
  effects: ['k8s.mariadb.com', 'enterprise.mariadb.com'].flatMap((group) => [
    losesDatabase(`${group}/MariaDB`),
    losesManagedDatabase(`${group}/Database`, byField('spec.cleanupPolicy', 'Skip')),
  ]),
});
