import { annotation, field, readField, unlessField } from '../form/keeps.js';
import type { LosingKinds } from './losing-kinds.js';

const database = 'the database that it runs, and its data unless its volumes stay';
const queue = 'the broker that it runs, and its data unless its volumes stay';
const store = 'the storage that it runs, and its data unless its volumes stay';
const inCeph = 'the storage that it runs, with the data in it';
const inDatabase = 'the database or table that it manages, with its data';

/**
 * What operators run in the cluster, and that holds data: by the operators' API groups. What an operator makes for an
 * object has that as its owner, and goes with it: https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export const dataKinds: readonly LosingKinds[] = [
  // PostgreSQL
  // https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/
  { group: 'postgresql.cnpg.io', kinds: ['Cluster'], loses: database },
  // https://cloudnative-pg.io/documentation/current/declarative_database_management/
  {
    group: 'postgresql.cnpg.io',
    kinds: ['Database'],
    loses: inDatabase,
    policies: [
      { ...unlessField('spec.databaseReclaimPolicy', 'delete'), setting: 'spec.databaseReclaimPolicy: retain' },
    ],
  },
  // https://postgres-operator.readthedocs.io/en/latest/administrator/
  { group: 'acid.zalan.do', kinds: ['postgresql'], loses: database },
  // https://github.com/CrunchyData/postgres-operator
  { group: 'postgres-operator.crunchydata.com', kinds: ['PostgresCluster', 'CrunchyBridgeCluster'], loses: database },
  // https://docs.percona.com/percona-operator-for-postgresql/2.0/delete.html
  { group: 'pgv2.percona.com', kinds: ['PerconaPGCluster'], loses: database },
  // https://stackgres.io/doc/latest/reference/crd/
  { group: 'stackgres.io', kinds: ['SGCluster', 'SGShardedCluster'], loses: database },
  // https://github.com/movetokube/postgres-operator
  {
    group: 'db.movetokube.com',
    kinds: ['Postgres'],
    loses: inDatabase,
    policies: [{ ...unlessField('spec.dropOnDelete', true), setting: 'spec.dropOnDelete: false' }],
  },
  // MySQL and MariaDB
  // https://docs.percona.com/percona-operator-for-mysql/pxc/delete.html
  { group: 'pxc.percona.com', kinds: ['PerconaXtraDBCluster'], loses: database },
  // https://docs.percona.com/percona-operator-for-mysql/ps/delete.html
  { group: 'ps.percona.com', kinds: ['PerconaServerMySQL'], loses: database },
  // https://dev.mysql.com/doc/mysql-operator/en/
  { group: 'mysql.oracle.com', kinds: ['InnoDBCluster'], loses: database },
  // https://github.com/bitpoke/mysql-operator
  { group: 'mysql.presslabs.org', kinds: ['MysqlCluster', 'MysqlDatabase'], loses: database },
  // https://github.com/planetscale/vitess-operator
  { group: 'planetscale.com', kinds: ['VitessCluster'], loses: database },
  // https://github.com/mariadb-operator/mariadb-operator
  { group: 'k8s.mariadb.com', kinds: ['MariaDB'], loses: database },
  // https://mariadb.com/docs/tools/enterprise/mariadb-enterprise-operator
  { group: 'enterprise.mariadb.com', kinds: ['MariaDB'], loses: database },
  ...['k8s.mariadb.com', 'enterprise.mariadb.com'].map((group) => ({
    group,
    kinds: ['Database'],
    loses: inDatabase,
    policies: [field('spec.cleanupPolicy', 'Skip')],
  })),
  // Other databases
  // https://github.com/percona/everest-operator
  { group: 'everest.percona.com', kinds: ['DatabaseCluster'], loses: database },
  // https://docs.percona.com/percona-operator-for-mongodb/delete.html
  { group: 'psmdb.percona.com', kinds: ['PerconaServerMongoDB'], loses: database },
  // https://github.com/mongodb/mongodb-kubernetes
  { group: 'mongodbcommunity.mongodb.com', kinds: ['MongoDBCommunity'], loses: database },
  { group: 'mongodb.com', kinds: ['MongoDB', 'MongoDBMultiCluster', 'MongoDBOpsManager'], loses: database },
  // https://github.com/k8ssandra/cass-operator
  { group: 'cassandra.datastax.com', kinds: ['CassandraDatacenter'], loses: database },
  // https://github.com/k8ssandra/k8ssandra-operator
  { group: 'k8ssandra.io', kinds: ['K8ssandraCluster'], loses: database },
  // https://github.com/scylladb/scylla-operator
  { group: 'scylla.scylladb.com', kinds: ['ScyllaCluster', 'ScyllaDBCluster', 'ScyllaDBDatacenter'], loses: database },
  // https://github.com/cockroachdb/cockroach-operator
  { group: 'crdb.cockroachlabs.com', kinds: ['CrdbCluster', 'CrdbNode'], loses: database },
  // https://github.com/pingcap/tidb-operator
  { group: 'pingcap.com', kinds: ['TidbCluster', 'DMCluster'], loses: database },
  { group: 'core.pingcap.com', kinds: ['Cluster', 'PDGroup', 'TiKVGroup', 'TiFlashGroup'], loses: database },
  // https://github.com/yugabyte/charts
  { group: 'operator.yugabyte.io', kinds: ['YBUniverse'], loses: database },
  // https://github.com/yugabyte/yugabyte-operator
  { group: 'yugabyte.com', kinds: ['YBCluster'], loses: database },
  // https://github.com/couchbase-partners/helm-charts
  { group: 'couchbase.com', kinds: ['CouchbaseCluster', 'CouchbaseBucket'], loses: database },
  // https://github.com/arangodb/kube-arangodb
  { group: 'database.arangodb.com', kinds: ['ArangoDeployment'], loses: database },
  // https://github.com/FoundationDB/fdb-kubernetes-operator
  { group: 'apps.foundationdb.org', kinds: ['FoundationDBCluster'], loses: database },
  // https://github.com/Altinity/clickhouse-operator
  { group: 'clickhouse.altinity.com', kinds: ['ClickHouseInstallation'], loses: database },
  { group: 'clickhouse-keeper.altinity.com', kinds: ['ClickHouseKeeperInstallation'], loses: database },
  // https://github.com/ydb-platform/ydb-kubernetes-operator
  { group: 'ydb.tech', kinds: ['Storage', 'Database'], loses: database },
  // https://github.com/datainfrahq/druid-operator
  { group: 'druid.apache.org', kinds: ['Druid'], loses: database },
  // https://github.com/zilliztech/milvus-operator
  { group: 'milvus.io', kinds: ['Milvus', 'MilvusCluster'], loses: database },
  // https://github.com/spotahome/redis-operator
  { group: 'databases.spotahome.com', kinds: ['RedisFailover'], loses: database },
  // https://github.com/OT-CONTAINER-KIT/redis-operator
  { group: 'redis.redis.opstreelabs.in', kinds: ['Redis', 'RedisCluster', 'RedisReplication'], loses: database },
  // https://github.com/RedisLabs/redis-enterprise-k8s-docs
  { group: 'app.redislabs.com', kinds: ['RedisEnterpriseCluster', 'RedisEnterpriseDatabase'], loses: database },
  // https://github.com/dragonflydb/dragonfly-operator
  { group: 'dragonflydb.io', kinds: ['Dragonfly'], loses: database },
  // https://github.com/hyperspike/valkey-operator
  { group: 'hyperspike.io', kinds: ['Valkey'], loses: database },
  // https://github.com/apecloud/kubeblocks/blob/main/apis/apps/v1/cluster_types.go
  {
    group: 'apps.kubeblocks.io',
    kinds: ['Cluster'],
    loses: database,
    policies: [field('spec.terminationPolicy', 'DoNotTerminate')],
  },
  // https://github.com/kubedb/apimachinery
  { group: 'kubedb.com', loses: database, policies: [field('spec.deletionPolicy', 'DoNotTerminate')] },
  // Search and logs
  // https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/volume-claim-templates
  { group: 'elasticsearch.k8s.elastic.co', kinds: ['Elasticsearch'], loses: database },
  // https://github.com/opensearch-project/opensearch-k8s-operator
  { group: 'opensearch.opster.io', kinds: ['OpenSearchCluster'], loses: database },
  { group: 'opensearch.org', kinds: ['OpenSearchCluster'], loses: database },
  // https://github.com/apache/solr-operator
  { group: 'solr.apache.org', kinds: ['SolrCloud'], loses: database },
  // https://github.com/grafana/loki/tree/main/operator
  { group: 'loki.grafana.com', kinds: ['LokiStack'], loses: 'the Loki that it runs' },
  // https://github.com/VictoriaMetrics/operator
  { group: 'operator.victoriametrics.com', kinds: ['VMCluster', 'VMSingle', 'VLCluster', 'VLSingle'], loses: store },
  // https://prometheus-operator.dev/docs/platform/storage/
  {
    group: 'monitoring.coreos.com',
    kinds: ['Prometheus'],
    loses: 'the Prometheus that it runs, and its data unless its volumes stay',
    policies: [{ keeps: ({ json }) => readField(json, 'spec.storage') === undefined }],
  },
  // Queues and streams
  // https://strimzi.io/docs/operators/latest/configuring.html#type-PersistentClaimStorage-reference
  { group: 'kafka.strimzi.io', kinds: ['Kafka', 'KafkaNodePool'], loses: queue },
  // https://github.com/strimzi/strimzi-kafka-operator/blob/main/documentation/modules/operators/proc-converting-managed-topics.adoc
  {
    group: 'kafka.strimzi.io',
    kinds: ['KafkaTopic'],
    loses: 'the topic, with the messages in it',
    policies: [annotation('strimzi.io/managed', 'false')],
  },
  // https://github.com/redpanda-data/redpanda-operator
  { group: 'cluster.redpanda.com', kinds: ['Redpanda', 'Topic'], loses: queue },
  { group: 'redpanda.vectorized.io', kinds: ['Cluster'], loses: queue },
  // https://github.com/confluentinc/confluent-kubernetes-examples
  { group: 'platform.confluent.io', kinds: ['Kafka', 'KafkaTopic', 'KRaftController', 'Zookeeper'], loses: queue },
  // https://github.com/pravega/zookeeper-operator
  { group: 'zookeeper.pravega.io', kinds: ['ZookeeperCluster'], loses: queue },
  // https://github.com/rabbitmq/cluster-operator
  { group: 'rabbitmq.com', kinds: ['RabbitmqCluster'], loses: queue },
  // https://github.com/rabbitmq/messaging-topology-operator
  {
    group: 'rabbitmq.com',
    kinds: ['Queue', 'Vhost'],
    loses: 'the queues that it manages, with the messages in them',
    policies: [field('spec.deletionPolicy', 'retain')],
  },
  // https://github.com/nats-io/nack
  {
    group: 'jetstream.nats.io',
    kinds: ['Stream', 'KeyValue', 'ObjectStore'],
    loses: 'the stream that it manages, with the messages in it',
    policies: [field('spec.preventDelete', true)],
  },
  // https://github.com/streamnative/charts
  { group: 'bookkeeper.streamnative.io', kinds: ['BookKeeperCluster'], loses: queue },
  { group: 'pulsar.streamnative.io', kinds: ['PulsarBroker'], loses: queue },
  { group: 'zookeeper.streamnative.io', kinds: ['ZooKeeperCluster'], loses: queue },
  // Storage
  // https://github.com/minio/operator
  { group: 'minio.min.io', kinds: ['Tenant'], loses: store },
  // https://rook.io/docs/rook/latest-release/Storage-Configuration/ceph-teardown/
  {
    group: 'ceph.rook.io',
    kinds: ['CephBlockPool', 'CephCluster', 'CephFilesystemSubVolumeGroup'],
    loses: inCeph,
  },
  // https://rook.io/docs/rook/latest-release/CRDs/Shared-Filesystem/ceph-filesystem-crd/
  {
    group: 'ceph.rook.io',
    kinds: ['CephFilesystem'],
    loses: inCeph,
    policies: [field('spec.preserveFilesystemOnDelete', true)],
  },
  // https://rook.io/docs/rook/latest-release/CRDs/Object-Storage/ceph-object-store-crd/
  {
    group: 'ceph.rook.io',
    kinds: ['CephObjectStore'],
    loses: inCeph,
    policies: [field('spec.preservePoolsOnDelete', true)],
  },
  // https://github.com/rook/rook/blob/master/pkg/operator/ceph/object/user/controller.go
  { group: 'ceph.rook.io', kinds: ['CephObjectStoreUser'], loses: 'the user of the object store, with its keys' },
  // https://github.com/kubernetes-sigs/container-object-storage-interface
  {
    group: 'objectstorage.k8s.io',
    kinds: ['BucketClaim'],
    loses: 'its bucket, with what is in it, unless its class retains it',
  },
  // https://github.com/kube-object-storage/lib-bucket-provisioner/blob/master/doc/design/object-bucket-lib.md
  {
    group: 'objectbucket.io',
    kinds: ['ObjectBucketClaim'],
    loses: 'its bucket, with what is in it, unless its class retains it',
  },
  // https://github.com/longhorn/longhorn-manager
  { group: 'longhorn.io', kinds: ['Volume', 'BackupVolume'], loses: 'the volume, with the data on it' },
  // https://github.com/seaweedfs/seaweedfs-operator
  { group: 'seaweed.seaweedfs.com', kinds: ['Seaweed'], loses: store },
  // https://kubernetes.io/docs/concepts/storage/volume-snapshots/#delete
  {
    group: 'snapshot.storage.k8s.io',
    kinds: ['VolumeSnapshotContent'],
    loses: 'the snapshot of the volume',
    policies: [field('spec.deletionPolicy', 'Retain')],
  },
  {
    group: 'snapshot.storage.k8s.io',
    kinds: ['VolumeSnapshot'],
    loses: 'the snapshot of the volume, unless its class retains it',
  },
  // Machines
  // https://kubevirt.io/user-guide/storage/disks_and_volumes/
  { group: 'kubevirt.io', kinds: ['VirtualMachine'], loses: 'the virtual machine, and the disks that it has made' },
  // https://github.com/kubevirt/containerized-data-importer/blob/main/doc/datavolumes.md
  { group: 'cdi.kubevirt.io', kinds: ['DataVolume'], loses: 'the volume, with the data on it' },
  // https://github.com/bank-vaults/vault-operator
  {
    group: 'vault.banzaicloud.com',
    kinds: ['Vault'],
    loses: 'the Vault that it runs, and its data unless its volumes stay',
  },
];
