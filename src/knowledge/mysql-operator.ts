import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The MySQL Operator of Oracle. https://dev.mysql.com/doc/mysql-operator/en/ */
export const mysqlOperator = defineProject({
  name: 'MySQL Operator',
  effects: [losesDatabase('mysql.oracle.com/InnoDBCluster')],
});
