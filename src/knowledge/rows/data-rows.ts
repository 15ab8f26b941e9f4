import { fieldsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { becomes, both, isLower, limitShrinks, removed, shrinks } from '../form/when.js';

const takeBack = 'revert the change';
const elastic = 'elasticsearch.k8s.elastic.co/Elasticsearch';

const deletesClaim: When = (was) => fieldsOf(was)['deleteClaim'] === true;
const keepsClaim: When = (was) => fieldsOf(was)['deleteClaim'] !== true;

/** Operators of databases and queues. */
export const dataRows: readonly EffectRow[] = [
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
  // https://github.com/cloudnative-pg/cloudnative-pg/blob/main/pkg/reconciler/persistentvolumeclaim/delete.go
  {
    on: 'postgresql.cnpg.io/Cluster',
    at: 'spec.instances',
    when: shrinks,
    severity: 'notice',
    says: 'gets fewer instances',
    effect: 'the operator deletes the claims of the removed instances; the remaining ones have the same data',
    instead: 'first check that the remaining instances have caught up, and that there is a backup',
  },
  // `validateStorageChange`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/webhook/v1/cluster_webhook.go
  ...['storage', 'walStorage'].map(
    (field): EffectRow => ({
      on: 'postgresql.cnpg.io/Cluster',
      at: `spec.${field}.size`,
      when: shrinks,
      severity: 'warning',
      says: 'asks for smaller volumes, which the operator refuses',
      effect: "a volume can't shrink, so the apply fails if the operator's webhook is installed",
      instead: `${takeBack}; for smaller volumes, restore a backup into a new Cluster`,
    }),
  ),
  // `deletePersistentClaims` of `PvcReconciler`: https://github.com/strimzi/strimzi-kafka-operator/tree/main/cluster-operator
  {
    on: 'kafka.strimzi.io/KafkaNodePool',
    at: 'spec.storage.volumes[id]',
    when: both(removed, deletesClaim),
    severity: 'error',
    destroys: 'the claims of a volume, with the messages on them',
    effect: 'the volume has deleteClaim: true, so Strimzi deletes the claim of each broker',
    instead: 'to keep them, set deleteClaim: false on the volume in a change of its own before this one',
  },
  {
    on: 'kafka.strimzi.io/KafkaNodePool',
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
      on: 'kafka.strimzi.io/KafkaTopic',
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
    on: 'kafka.strimzi.io/KafkaTopic',
    at: 'spec.partitions',
    when: shrinks,
    severity: 'warning',
    says: 'asks for fewer partitions, which Kafka refuses',
    effect: 'Kafka can remove no partition: the topic operator reports the topic as not ready, and does not change it',
    instead: `${takeBack}; for fewer partitions, make a second topic and move over`,
  },
  // `checkIfPossibleToRemove`:
  // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/controller/perconaservermongodb/psmdb_controller.go
  {
    on: 'psmdb.percona.com/PerconaServerMongoDB',
    at: 'spec.replsets[name]',
    when: removed,
    shows: 'size',
    severity: 'warning',
    says: 'removes a replica set',
    effect: 'the operator removes it only when it has no database left, and reconciles nothing until then',
    instead: 'move its databases to another shard first',
  },
  // `CheckNoDowngrade`: https://github.com/elastic/cloud-on-k8s/blob/main/pkg/apis/common/v1/validations.go
  {
    on: [elastic, 'kibana.k8s.elastic.co/Kibana'],
    at: 'spec.version',
    when: isLower,
    severity: 'warning',
    says: 'asks for an older version, which ECK refuses',
    effect: "an older version can't read what a newer one has written, so the apply fails if the webhook is installed",
    instead: `${takeBack}; for an older version, restore a snapshot into a new cluster`,
  },
];
