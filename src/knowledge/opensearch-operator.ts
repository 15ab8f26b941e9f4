import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The OpenSearch Operator; version 3 has another group. https://github.com/opensearch-project/opensearch-k8s-operator */
export const opensearchOperator = defineProject({
  name: 'OpenSearch Operator',
  effects: [losesDatabase('opensearch.opster.io/OpenSearchCluster'), losesDatabase('opensearch.org/OpenSearchCluster')],
});
