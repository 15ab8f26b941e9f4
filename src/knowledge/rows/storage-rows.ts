import { listOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { added, becomes, both, leaves, limitShrinks, removed, shrinks } from '../form/when.js';

const KAFKA = 'kafka.strimzi.io/Kafka';
const NODES = 'kafka.strimzi.io/KafkaNodePool';
const TOPIC = 'kafka.strimzi.io/KafkaTopic';
const ECK = 'elasticsearch.k8s.elastic.co/Elasticsearch';
const CNPG = 'postgresql.cnpg.io/Cluster';
const PXC = 'pxc.percona.com/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/PerconaServerMongoDB';
const CLAIM = 'volumeSpec.persistentVolumeClaim.resources.requests.storage';
const SETTING = 'longhorn.io/Setting';

const smaller = (on: EffectRow['on'], at: string, does: 'refuses' | 'ignores' = 'refuses'): EffectRow => ({
  on,
  at,
  when: shrinks,
  severity: 'warning',
  says: `asks for smaller volumes, which the operator ${does}`,
  effect:
    does === 'refuses'
      ? "a volume can't shrink: the apply fails, or the operator stops at the error and changes nothing else"
      : "a volume can't shrink: the volumes stay as they are, and the tree no longer says what there is",
  instead: 'revert the change; for smaller volumes, move the data to a new cluster',
});

const unremovable = (at: string, what: string): EffectRow => ({
  on: CNPG,
  at,
  when: removed,
  ...(at.endsWith('[name]') ? { shows: 'name' } : {}),
  severity: 'warning',
  says: `removes ${what}, which the operator refuses`,
  effect: "the data on it would be lost, so the apply fails if the operator's webhook is installed",
  instead: 'revert the change; to go without it, restore a backup into a new Cluster',
});

const destroysLater = (on: EffectRow['on'], at: string, when: When, what: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says: `deletes ${what} from now on when it is removed`,
});
const gains =
  (...names: readonly string[]): When =>
  (was, is) =>
    names.some((name) => listOf(is).includes(name) && !listOf(was).includes(name));
const claims = ['pxc', 'proxysql', 'psmdb'].flatMap((one) => [`delete-${one}-pvc`, `percona.com/delete-${one}-pvc`]);

const messages = (on: string, at: string, when: When, what: string, effect: string): EffectRow => ({
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

/** Volumes of operators, and what they keep on them. */
export const storageRows: readonly EffectRow[] = [
  // `cleanup.policy` of https://kafka.apache.org/documentation/#topicconfigs
  messages(
    TOPIC,
    `spec.config.'cleanup.policy'`,
    gainsPolicy('delete'),
    'messages that are older than the retention of the topic',
    'a compacted topic keeps the last message of each key; with delete, Kafka deletes those that are too old, too',
  ),
  messages(
    TOPIC,
    `spec.config.'cleanup.policy'`,
    gainsPolicy('compact'),
    'all but the last message of each key',
    'Kafka compacts the topic, and refuses new messages without a key',
  ),
  messages(
    TOPIC,
    `spec.config.'retention.bytes'`,
    both(added, isLimit),
    'messages that the topic still has',
    'without it, a topic has no limit of size; Kafka deletes what is over the new one within minutes',
  ),
  // https://kafka.apache.org/documentation/#brokerconfigs
  ...['hours', 'minutes', 'ms', 'bytes'].map((unit) =>
    messages(
      KAFKA,
      `spec.kafka.config.'log.retention.${unit}'`,
      limitShrinks,
      'messages of all topics without a limit of their own',
      'Kafka deletes what is over the new limit within minutes',
    ),
  ),
  // https://github.com/zalando/postgres-operator/blob/master/pkg/cluster/volumes.go
  smaller('acid.zalan.do/postgresql', 'spec.volume.size', 'ignores'),
  // https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/controller/pxc/volumes.go, and the same for MongoDB
  smaller(PXC, `spec.pxc.${CLAIM}`),
  smaller(MONGO, `spec.replsets[name].${CLAIM}`),
  // https://github.com/elastic/cloud-on-k8s/blob/main/pkg/controller/elasticsearch/validation/volume_validation.go
  smaller(ECK, 'spec.nodeSets[name].volumeClaimTemplates[metadata.name].spec.resources.requests.storage'),
  // https://github.com/rabbitmq/cluster-operator/blob/main/internal/scaling/scaling.go
  smaller('rabbitmq.com/RabbitmqCluster', 'spec.persistence.storage'),
  // https://github.com/longhorn/longhorn-manager/blob/master/controller/engine_controller.go
  smaller('longhorn.io/Volume', 'spec.size'),
  // `StorageDiff` of Strimzi: https://github.com/strimzi/strimzi-kafka-operator/blob/main/cluster-operator/src/main/java/io/strimzi/operator/cluster/model/StorageDiff.java
  ...['spec.storage', 'spec.storage.volumes[id]'].flatMap((storage) => [
    smaller(NODES, `${storage}.size`, 'ignores'),
    // https://strimzi.io/docs/operators/latest/configuring.html#type-PersistentClaimStorage-reference
    destroysLater(
      NODES,
      `${storage}.deleteClaim`,
      becomes(true),
      'the claims of its brokers, with the messages on them,',
    ),
  ]),
  // `validateWalStorageChange` and `validateTablespacesChange`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/webhook/v1/cluster_webhook.go
  unremovable('spec.walStorage', 'the volume of its WAL'),
  unremovable('spec.tablespaces[name]', 'a tablespace'),
  // https://docs.percona.com/percona-operator-for-mysql/pxc/delete.html
  destroysLater(
    [PXC, MONGO, 'pgv2.percona.com/PerconaPGCluster'],
    'metadata.finalizers',
    gains(...claims, 'percona.com/delete-pvc'),
    'the claims of its database, with the data on them,',
  ),
  // https://rook.io/docs/rook/latest-release/CRDs/Shared-Filesystem/ceph-filesystem-crd/
  destroysLater(
    'ceph.rook.io/CephFilesystem',
    'spec.preserveFilesystemOnDelete',
    leaves(true),
    'the file system, with the data in it,',
  ),
  // https://rook.io/docs/rook/latest-release/CRDs/Object-Storage/ceph-object-store-crd/
  destroysLater(
    ['ceph.rook.io/CephObjectStore', 'ceph.rook.io/CephObjectZone'],
    'spec.preservePoolsOnDelete',
    leaves(true),
    'its pools, with the objects in them,',
  ),
  // `VolumeClaimDeletePolicy`; the default deletes: https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/volume-claim-templates
  destroysLater(
    ECK,
    'spec.volumeClaimDeletePolicy',
    leaves('DeleteOnScaledownOnly'),
    'its claims, with the data on them,',
  ),
  // https://github.com/longhorn/longhorn-manager/blob/master/controller/uninstall_controller.go
  {
    on: SETTING,
    at: 'value',
    when: both(becomes('true', true), (_, __, { object }) => object.id.name === 'deleting-confirmation-flag'),
    severity: 'notice',
    says: 'allows Longhorn to be uninstalled from now on',
    effect: 'once the release of Longhorn is removed, all its volumes go with their data',
  },
];
