import { losesBroker, unproven } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The operators of StreamNative: Pulsar. https://github.com/streamnative/charts */
export const streamnative = defineProject({
  name: 'StreamNative',
  effects: [
    losesBroker('bookkeeper.streamnative.io/BookKeeperCluster'),
    unproven(losesBroker('pulsar.streamnative.io/PulsarBroker')),
    losesBroker('zookeeper.streamnative.io/ZooKeeperCluster'),
  ],
});
