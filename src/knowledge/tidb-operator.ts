import { kindsOf, losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The TiDB Operator: version 1, and version 2 in a group of its own. https://github.com/pingcap/tidb-operator */
export const tidbOperator = defineProject({
  name: 'TiDB Operator',
  effects: [
    losesDatabase(kindsOf('pingcap.com', 'TidbCluster', 'DMCluster')),
    losesDatabase(kindsOf('core.pingcap.com', 'Cluster', 'PDGroup', 'TiKVGroup', 'TiFlashGroup')),
  ],
});
