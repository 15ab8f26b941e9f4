import { kindsOf, losesBroker, unproven } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Confluent for Kubernetes. https://github.com/confluentinc/confluent-kubernetes-examples */
export const confluentForKubernetes = defineProject({
  name: 'Confluent for Kubernetes',
  effects: [
    unproven(losesBroker(kindsOf('platform.confluent.io', 'Kafka', 'KafkaTopic', 'KRaftController', 'Zookeeper'))),
  ],
});
