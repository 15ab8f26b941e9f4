import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** K8ssandra and its Cass Operator: Cassandra. https://docs.k8ssandra.io/ */
export const k8ssandra = defineProject({
  name: 'K8ssandra',
  effects: [
    // https://github.com/k8ssandra/cass-operator
    losesDatabase('cassandra.datastax.com/CassandraDatacenter'),
    // https://github.com/k8ssandra/k8ssandra-operator
    losesDatabase('k8ssandra.io/K8ssandraCluster'),
  ],
});
