import { losesBroker } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The ZooKeeper Operator of Pravega. https://github.com/pravega/zookeeper-operator */
export const zookeeperOperator = defineProject({
  name: 'ZooKeeper Operator',
  effects: [losesBroker('zookeeper.pravega.io/ZookeeperCluster')],
});
