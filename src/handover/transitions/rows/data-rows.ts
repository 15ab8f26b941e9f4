import { fieldsOf } from '../../../json/as-shape.js';
import type { Transition, When } from '../transition.js';
import { becomes, both, isLower, limitShrinks, removed, shrinks } from '../when.js';

const takeBack = 'take the change back';
const strimzi = 'kafka.strimzi.io/Kafka';
const pool = 'kafka.strimzi.io/KafkaNodePool';
const elastic = 'elasticsearch.k8s.elastic.co/Elasticsearch';

const deletesClaim: When = (was) => fieldsOf(was)['deleteClaim'] === true;
const keepsClaim: When = (was) => fieldsOf(was)['deleteClaim'] !== true;

/** Operators of databases and queues. */
export const dataRows: readonly Transition[] = [
  // `ensure: absent`: https://cloudnative-pg.io/documentation/current/declarative_database_management/
  {
    on: 'postgresql.cnpg.io/Database',
    at: 'spec.ensure',
    when: becomes('absent'),
    severity: 'error',
    destroys: 'the database that it manages, with its data',
    effect: 'the operator drops the database',
    instead: 'to keep it, leave spec.ensure: present',
  },
  // `EnsureInstancePVCGroupIsDeleted` of CloudNativePG.
  {
    on: 'postgresql.cnpg.io/Cluster',
    at: 'spec.instances',
    when: shrinks,
    severity: 'notice',
    says: 'gets fewer instances',
    effect: 'the operator deletes the claims of the instances that go; those that stay have the same data',
    instead: 'see first that the instances that stay have caught up, and that a backup is there',
  },
  // `validateStorageChange` of CloudNativePG.
  ...['storage', 'walStorage'].map(
    (field): Transition => ({
      on: 'postgresql.cnpg.io/Cluster',
      at: `spec.${field}.size`,
      when: shrinks,
      severity: 'warning',
      says: 'asks for smaller volumes, which the operator refuses',
      effect: "a volume can't shrink, so the apply fails where the operator's webhook is there",
      instead: `${takeBack}; for smaller volumes, restore a backup into a new Cluster`,
    }),
  ),
  // `PvcReconciler.deletePersistentClaims` of Strimzi.
  ...(
    [
      [strimzi, 'spec.kafka.storage.volumes[id]'],
      [pool, 'spec.storage.volumes[id]'],
    ] as const
  ).flatMap(([on, at]): readonly Transition[] => [
    {
      on,
      at,
      when: both(removed, deletesClaim),
      severity: 'error',
      destroys: 'the claims of a volume, with the messages on them',
      effect: 'the volume has deleteClaim: true, so Strimzi deletes the claim of each broker',
      instead: 'to keep them, set deleteClaim: false on the volume in a change of its own before this one',
    },
    {
      on,
      at,
      when: both(removed, keepsClaim),
      severity: 'warning',
      says: 'gives up a volume of its brokers',
      effect: 'the claims stay, and the brokers no longer have the partitions on them',
      instead: 'move the partitions to other volumes first',
    },
  ]),
  ...(['retention.ms', 'retention.bytes'] as const).map(
    (key): Transition => ({
      on: 'kafka.strimzi.io/KafkaTopic',
      at: `spec.config.'${key}'`,
      when: limitShrinks,
      severity: 'warning',
      destroys: 'messages that the topic still has',
      effect: 'Kafka deletes what is over the new limit within minutes',
      instead: 'to keep them, leave the limit as it is until they are read',
    }),
  ),
  {
    on: 'kafka.strimzi.io/KafkaTopic',
    at: 'spec.partitions',
    when: shrinks,
    severity: 'warning',
    says: 'asks for fewer partitions, which Kafka refuses',
    effect:
      'Kafka takes no partition away: the topic operator reports the topic as not ready, and changes nothing of it',
    instead: `${takeBack}; for fewer partitions, make a second topic and move over`,
  },
  // `checkIfPossibleToRemove` of Percona's operator.
  {
    on: 'psmdb.percona.com/PerconaServerMongoDB',
    at: 'spec.replsets[name]',
    when: removed,
    shows: 'size',
    severity: 'warning',
    says: 'gives up a replica set',
    effect: 'the operator removes it once it has no database any more, and reconciles nothing before that',
    instead: 'move its databases to another shard first',
  },
  // `noDowngrades` of ECK.
  {
    on: [elastic, 'kibana.k8s.elastic.co/Kibana'],
    at: 'spec.version',
    when: isLower,
    severity: 'warning',
    says: 'asks for an older version, which ECK refuses',
    effect: 'no version reads what a later one has written, so the apply fails where the webhook is there',
    instead: `${takeBack}; for an older version, restore a snapshot into a new cluster`,
  },
];
