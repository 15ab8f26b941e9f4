import { fieldsOf } from '../json/as-shape.js';
import type { EffectRow, When } from './form/effect.js';
import { byAnnotation } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { losesBalancer } from './form/load-balancers.js';
import { losesBroker, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { lower, refusesOlder } from './form/versions.js';
import { added, becomes, both, left, limitShrinks, removed, shrinks } from './form/when.js';

const KAFKA = 'kafka.strimzi.io/Kafka';
const NODE_POOL = 'kafka.strimzi.io/KafkaNodePool';
const TOPIC = 'kafka.strimzi.io/KafkaTopic';

const deletesClaim: When = (was) => fieldsOf(was)['deleteClaim'] === true;
const keepsClaim: When = (was) => fieldsOf(was)['deleteClaim'] !== true;

/** The last version of a Kafka with storage of its own: v1 has it in node pools. */
const isV1beta2: When = (_, __, { from, to }) =>
  [from, to].every(({ apiVersion }) => apiVersion === 'kafka.strimzi.io/v1beta2');

const losesVolume = (on: string, at: string, ...when: readonly When[]): EffectRow => ({
  on,
  at,
  when: both(removed, deletesClaim, ...when),
  severity: 'error',
  destroys: 'the claims of a volume, with the messages on them',
  effect: 'the volume has deleteClaim: true, so Strimzi deletes the claim of each broker',
  instead: 'to keep them, set deleteClaim: false on the volume in a change of its own before this one',
});

const losesMessages = (on: string, at: string, when: When, what: string, effect: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  destroys: what,
  effect,
  instead: 'to keep them, leave the setting as it is until they are read or copied',
});
const hasPolicy = (value: unknown, policy: string): boolean =>
  String(value ?? 'delete')
    .split(',')
    .some((one) => one.trim() === policy);
const gainsPolicy =
  (policy: string): When =>
  (was, is) =>
    !hasPolicy(was, policy) && hasPolicy(is, policy);
const isLimit: When = (_, is) => Number(is) >= 0;

/** How long Kafka keeps messages. */
const messages: readonly EffectRow[] = [
  // `cleanup.policy` of https://kafka.apache.org/documentation/#topicconfigs
  losesMessages(
    TOPIC,
    `spec.config.'cleanup.policy'`,
    gainsPolicy('delete'),
    'messages that are older than the retention of the topic',
    'a compacted topic keeps the last message of each key; with delete, Kafka deletes those that are too old, too',
  ),
  losesMessages(
    TOPIC,
    `spec.config.'cleanup.policy'`,
    gainsPolicy('compact'),
    'all but the last message of each key',
    'Kafka compacts the topic, and refuses new messages without a key',
  ),
  losesMessages(
    TOPIC,
    `spec.config.'retention.bytes'`,
    both(added, isLimit),
    'messages that the topic still has',
    'without it, a topic has no limit of size; Kafka deletes what is over the new one within minutes',
  ),
  // https://kafka.apache.org/documentation/#brokerconfigs
  ...['hours', 'minutes', 'ms', 'bytes'].map((unit) =>
    losesMessages(
      KAFKA,
      `spec.kafka.config.'log.retention.${unit}'`,
      limitShrinks,
      'messages of all topics without a limit of their own',
      'Kafka deletes what is over the new limit within minutes',
    ),
  ),
];

/** Strimzi: Kafka. https://strimzi.io/docs/operators/latest/configuring */
export const strimzi = defineProject({
  name: 'Strimzi',
  effects: [
    // https://strimzi.io/docs/operators/latest/configuring.html#type-PersistentClaimStorage-reference
    losesBroker([KAFKA, NODE_POOL]),
    // https://github.com/strimzi/strimzi-kafka-operator/blob/main/documentation/modules/operators/proc-converting-managed-topics.adoc
    removal(TOPIC, 'the topic, with the messages in it', byAnnotation('strimzi.io/managed', 'false')),
    // https://strimzi.io/docs/operators/latest/configuring#type-GenericKafkaListener-reference
    {
      on: KAFKA,
      at: 'spec.kafka.listeners[name]',
      when: (was, is) => fieldsOf(was)['type'] === 'loadbalancer' && fieldsOf(is)['type'] !== 'loadbalancer',
      shows: 'type',
      severity: 'error',
      ...losesBalancer,
      destroys: 'the load balancers of a listener, with their addresses',
    },
    // `deletePersistentClaims` of `PvcReconciler`: https://github.com/strimzi/strimzi-kafka-operator/tree/main/cluster-operator
    losesVolume(NODE_POOL, 'spec.storage.volumes[id]'),
    losesVolume(KAFKA, 'spec.kafka.storage.volumes[id]', isV1beta2),
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
    ...messages,
    // `StorageDiff`: https://github.com/strimzi/strimzi-kafka-operator/blob/main/cluster-operator/src/main/java/io/strimzi/operator/cluster/model/StorageDiff.java
    ...['spec.storage', 'spec.storage.volumes[id]'].flatMap((storage) => [
      asksForSmallerVolumes(NODE_POOL, `${storage}.size`, 'ignores'),
      // https://strimzi.io/docs/operators/latest/configuring.html#type-PersistentClaimStorage-reference
      deletesOnRemoval(
        NODE_POOL,
        `${storage}.deleteClaim`,
        becomes(true),
        'the claims of its brokers, with the messages on them,',
      ),
    ]),
    // https://strimzi.io/docs/operators/latest/deploying#assembly-downgrade-str
    ...['version', 'metadataVersion'].map((field) =>
      refusesOlder(
        KAFKA,
        `spec.kafka.${field}`,
        lower(2),
        'Strimzi may refuse',
        'an older Kafka reads no metadata of a newer version, and what only the newer one knows is lost with an older metadata version',
      ),
    ),
  ],
});
