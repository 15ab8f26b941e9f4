import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The YDB Operator. https://github.com/ydb-platform/ydb-kubernetes-operator */
export const ydbOperator = defineProject({
  name: 'YDB Operator',
  effects: [losesDatabase(kindsOf('ydb.tech', 'Storage', 'Database'))],
});
