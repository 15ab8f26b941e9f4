import { fieldsOf } from '../json/as-shape.js';
import type { EffectRow, When } from './form/effect.js';
import { losesBalancer } from './form/load-balancers.js';
import { defineProject } from './form/project.js';
import { both, left, limitShrinks, removed, shrinks } from './form/when.js';

const NODE_POOL = 'kafka.strimzi.io/KafkaNodePool';
const TOPIC = 'kafka.strimzi.io/KafkaTopic';

const deletesClaim: When = (was) => fieldsOf(was)['deleteClaim'] === true;
const keepsClaim: When = (was) => fieldsOf(was)['deleteClaim'] !== true;

/** Strimzi: Kafka. https://strimzi.io/docs/operators/latest/configuring */
export const strimzi = defineProject({
  name: 'Strimzi',
  effects: [
    // https://strimzi.io/docs/operators/latest/configuring#type-GenericKafkaListener-reference
    {
      on: 'kafka.strimzi.io/Kafka',
      at: 'spec.kafka.listeners[name]',
      when: (was, is) => fieldsOf(was)['type'] === 'loadbalancer' && fieldsOf(is)['type'] !== 'loadbalancer',
      shows: 'type',
      severity: 'error',
      ...losesBalancer,
      destroys: 'the load balancers of a listener, with their addresses',
    },
    // `deletePersistentClaims` of `PvcReconciler`: https://github.com/strimzi/strimzi-kafka-operator/tree/main/cluster-operator
    {
      on: NODE_POOL,
      at: 'spec.storage.volumes[id]',
      when: both(removed, deletesClaim),
      severity: 'error',
      destroys: 'the claims of a volume, with the messages on them',
      effect: 'the volume has deleteClaim: true, so Strimzi deletes the claim of each broker',
      instead: 'to keep them, set deleteClaim: false on the volume in a change of its own before this one',
    },
    {
      on: NODE_POOL,
      at: 'spec.storage.volumes[id]',
      when: both(removed, keepsClaim),
      severity: 'warning',
      says: 'removes a volume of its brokers',
      effect: 'the claims stay, but the brokers can no longer read the partitions on them',
      instead: 'move the partitions to other volumes first',
    },
    // https://kafka.apache.org/documentation/#topicconfigs_retention.ms
    ...(['retention.ms', 'retention.bytes'] as const).map(
      (key): EffectRow => ({
        on: TOPIC,
        at: `spec.config.'${key}'`,
        when: limitShrinks,
        severity: 'warning',
        destroys: 'messages that the topic still has',
        effect: 'Kafka deletes what is over the new limit within minutes',
        instead: 'to keep them, leave the limit as it is until they are read',
      }),
    ),
    // `BatchingTopicController`: https://github.com/strimzi/strimzi-kafka-operator/tree/main/topic-operator
    {
      on: TOPIC,
      at: 'spec.partitions',
      when: shrinks,
      severity: 'warning',
      says: 'asks for fewer partitions, which Kafka refuses',
      effect:
        'Kafka can remove no partition: the topic operator reports the topic as not ready, and does not change it',
      instead: 'revert the change; for fewer partitions, make a second topic and move over',
    },
    // https://strimzi.io/docs/operators/latest/configuring.html#type-KafkaUserSpec-reference
    {
      on: 'kafka.strimzi.io/KafkaUser',
      at: 'spec.authentication.type',
      when: left,
      severity: 'warning',
      says: 'gets other credentials',
      effect:
        'the User Operator writes credentials of the other kind into its Secret, and clients with the old ones can no longer log in',
      instead: 'make a second KafkaUser, and move the clients to it first',
    },
  ],
});
