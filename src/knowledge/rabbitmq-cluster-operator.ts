import { leavesBalancer } from './form/load-balancers.js';
import { defineProject } from './form/project.js';

/** The RabbitMQ Cluster Operator. https://www.rabbitmq.com/kubernetes/operator/operator-overview */
export const rabbitmqClusterOperator = defineProject({
  name: 'RabbitMQ Cluster Operator',
  effects: [
    // https://github.com/rabbitmq/cluster-operator/blob/main/internal/resource/service.go
    leavesBalancer('rabbitmq.com/RabbitmqCluster', 'spec.service.type'),
  ],
});
