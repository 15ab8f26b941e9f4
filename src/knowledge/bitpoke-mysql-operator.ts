import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The MySQL Operator of Bitpoke. https://github.com/bitpoke/mysql-operator */
export const bitpokeMysqlOperator = defineProject({
  name: 'Bitpoke MySQL Operator',
  effects: [losesDatabase(kindsOf('mysql.presslabs.org', 'MysqlCluster', 'MysqlDatabase'))],
});
