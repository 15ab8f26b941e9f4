import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Solr Operator. https://github.com/apache/solr-operator */
export const solrOperator = defineProject({
  name: 'Solr Operator',
  effects: [losesDatabase('solr.apache.org/SolrCloud')],
});
