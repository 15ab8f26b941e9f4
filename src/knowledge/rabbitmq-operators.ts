import { sameImage, tagOf } from './form/images.js';
import { byField } from './form/keeps.js';
import { leavesBalancer } from './form/load-balancers.js';
import { kindsOf, losesBroker, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { losesNewerData, lower } from './form/versions.js';
import { both } from './form/when.js';

const CLUSTER = 'rabbitmq.com/RabbitmqCluster';

/** RabbitMQ's Cluster Operator and Messaging Topology Operator. https://www.rabbitmq.com/kubernetes/operator/operator-overview */
export const rabbitmqOperators = defineProject({
  name: "RabbitMQ's operators",
  effects: [
    // https://github.com/rabbitmq/cluster-operator
    losesBroker(CLUSTER),
    // https://github.com/rabbitmq/messaging-topology-operator
    removal(
      kindsOf('rabbitmq.com', 'Queue', 'Vhost'),
      'the queues that it manages, with the messages in them',
      byField('spec.deletionPolicy', 'retain'),
    ),
    // https://github.com/rabbitmq/cluster-operator/blob/main/internal/resource/service.go
    leavesBalancer(CLUSTER, 'spec.service.type'),
    // https://github.com/rabbitmq/cluster-operator/blob/main/internal/scaling/scaling.go
    asksForSmallerVolumes(CLUSTER, 'spec.persistence.storage'),
    // https://www.rabbitmq.com/docs/upgrade
    losesNewerData(CLUSTER, 'spec.image', both(lower(2, tagOf), sameImage)),
  ],
});
