import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The ArangoDB Operator. https://github.com/arangodb/kube-arangodb */
export const kubeArangodb = defineProject({
  name: 'ArangoDB Operator',
  effects: [losesDatabase('database.arangodb.com/ArangoDeployment')],
});
