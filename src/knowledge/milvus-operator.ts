import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Milvus Operator. https://github.com/zilliztech/milvus-operator */
export const milvusOperator = defineProject({
  name: 'Milvus Operator',
  effects: [losesDatabase(kindsOf('milvus.io', 'Milvus', 'MilvusCluster'))],
});
