import { annotation, field, readField, unlessField } from './keeps.js';
import type { LosingKinds } from './losing-kinds.js';

const database = 'the database that it runs, and its data unless its volumes stay';
const queue = 'the broker that it runs, and its data unless its volumes stay';
const store = 'the storage that it runs, with the data in it';
const inDatabase = 'the database or table that it manages, with its data';

/** What operators run in the cluster, and that holds data: by the operators' API groups. */
export const dataKinds: readonly LosingKinds[] = [
  // PostgreSQL
  { group: 'postgresql.cnpg.io', kinds: ['Cluster'], loses: database },
  {
    group: 'postgresql.cnpg.io',
    kinds: ['Database'],
    loses: inDatabase,
    policies: [
      { ...unlessField('spec.databaseReclaimPolicy', 'delete'), setting: 'spec.databaseReclaimPolicy: retain' },
    ],
  },
  { group: 'acid.zalan.do', kinds: ['postgresql'], loses: database },
  { group: 'postgres-operator.crunchydata.com', kinds: ['PostgresCluster', 'CrunchyBridgeCluster'], loses: database },
  { group: 'pgv2.percona.com', kinds: ['PerconaPGCluster'], loses: database },
  { group: 'stackgres.io', kinds: ['SGCluster', 'SGShardedCluster'], loses: database },
  {
    group: 'db.movetokube.com',
    kinds: ['Postgres'],
    loses: inDatabase,
    policies: [{ ...unlessField('spec.dropOnDelete', true), setting: 'spec.dropOnDelete: false' }],
  },
  // MySQL and MariaDB
  { group: 'pxc.percona.com', kinds: ['PerconaXtraDBCluster'], loses: database },
  { group: 'ps.percona.com', kinds: ['PerconaServerMySQL'], loses: database },
  { group: 'mysql.oracle.com', kinds: ['InnoDBCluster'], loses: database },
  { group: 'mysql.presslabs.org', kinds: ['MysqlCluster', 'MysqlDatabase'], loses: database },
  { group: 'planetscale.com', kinds: ['VitessCluster'], loses: database },
  { group: 'k8s.mariadb.com', kinds: ['MariaDB'], loses: database },
  { group: 'enterprise.mariadb.com', kinds: ['MariaDB'], loses: database },
  ...['k8s.mariadb.com', 'enterprise.mariadb.com'].map((group) => ({
    group,
    kinds: ['Database'],
    loses: inDatabase,
    policies: [field('spec.cleanupPolicy', 'Skip')],
  })),
  // Other databases
  { group: 'everest.percona.com', kinds: ['DatabaseCluster'], loses: database },
  { group: 'psmdb.percona.com', kinds: ['PerconaServerMongoDB'], loses: database },
  { group: 'mongodbcommunity.mongodb.com', kinds: ['MongoDBCommunity'], loses: database },
  { group: 'mongodb.com', kinds: ['MongoDB', 'MongoDBMultiCluster', 'MongoDBOpsManager'], loses: database },
  { group: 'cassandra.datastax.com', kinds: ['CassandraDatacenter'], loses: database },
  { group: 'k8ssandra.io', kinds: ['K8ssandraCluster'], loses: database },
  { group: 'scylla.scylladb.com', kinds: ['ScyllaCluster', 'ScyllaDBCluster', 'ScyllaDBDatacenter'], loses: database },
  { group: 'crdb.cockroachlabs.com', kinds: ['CrdbCluster', 'CrdbNode'], loses: database },
  { group: 'pingcap.com', kinds: ['TidbCluster', 'DMCluster'], loses: database },
  { group: 'core.pingcap.com', kinds: ['Cluster', 'PDGroup', 'TiKVGroup', 'TiFlashGroup'], loses: database },
  { group: 'operator.yugabyte.io', kinds: ['YBUniverse'], loses: database },
  { group: 'yugabyte.com', kinds: ['YBCluster'], loses: database },
  { group: 'couchbase.com', kinds: ['CouchbaseCluster', 'CouchbaseBucket'], loses: database },
  { group: 'database.arangodb.com', kinds: ['ArangoDeployment'], loses: database },
  { group: 'apps.foundationdb.org', kinds: ['FoundationDBCluster'], loses: database },
  { group: 'clickhouse.altinity.com', kinds: ['ClickHouseInstallation'], loses: database },
  { group: 'clickhouse-keeper.altinity.com', kinds: ['ClickHouseKeeperInstallation'], loses: database },
  { group: 'ydb.tech', kinds: ['Storage', 'Database'], loses: database },
  { group: 'druid.apache.org', kinds: ['Druid'], loses: database },
  { group: 'milvus.io', kinds: ['Milvus', 'MilvusCluster'], loses: database },
  { group: 'databases.spotahome.com', kinds: ['RedisFailover'], loses: database },
  { group: 'redis.redis.opstreelabs.in', kinds: ['Redis', 'RedisCluster', 'RedisReplication'], loses: database },
  { group: 'app.redislabs.com', kinds: ['RedisEnterpriseCluster', 'RedisEnterpriseDatabase'], loses: database },
  { group: 'dragonflydb.io', kinds: ['Dragonfly'], loses: database },
  { group: 'hyperspike.io', kinds: ['Valkey'], loses: database },
  {
    group: 'apps.kubeblocks.io',
    kinds: ['Cluster'],
    loses: database,
    policies: [field('spec.terminationPolicy', 'DoNotTerminate')],
  },
  { group: 'kubedb.com', loses: database, policies: [field('spec.deletionPolicy', 'DoNotTerminate')] },
  // Search and logs
  { group: 'elasticsearch.k8s.elastic.co', kinds: ['Elasticsearch'], loses: database },
  { group: 'opensearch.opster.io', kinds: ['OpenSearchCluster'], loses: database },
  { group: 'opensearch.org', kinds: ['OpenSearchCluster'], loses: database },
  { group: 'solr.apache.org', kinds: ['SolrCloud'], loses: database },
  { group: 'loki.grafana.com', kinds: ['LokiStack'], loses: store },
  { group: 'operator.victoriametrics.com', kinds: ['VMCluster', 'VMSingle', 'VLCluster', 'VLSingle'], loses: store },
  {
    group: 'monitoring.coreos.com',
    kinds: ['Prometheus'],
    loses: 'the Prometheus that it runs, and its data unless its volumes stay',
    policies: [{ keeps: ({ json }) => readField(json, 'spec.storage') === undefined }],
  },
  // Queues and streams
  { group: 'kafka.strimzi.io', kinds: ['Kafka', 'KafkaNodePool'], loses: queue },
  {
    group: 'kafka.strimzi.io',
    kinds: ['KafkaTopic'],
    loses: 'the topic, with the messages in it',
    policies: [annotation('strimzi.io/managed', 'false')],
  },
  { group: 'cluster.redpanda.com', kinds: ['Redpanda', 'Topic'], loses: queue },
  { group: 'redpanda.vectorized.io', kinds: ['Cluster'], loses: queue },
  { group: 'platform.confluent.io', kinds: ['Kafka', 'KafkaTopic', 'KRaftController', 'Zookeeper'], loses: queue },
  { group: 'zookeeper.pravega.io', kinds: ['ZookeeperCluster'], loses: queue },
  { group: 'rabbitmq.com', kinds: ['RabbitmqCluster'], loses: queue },
  {
    group: 'rabbitmq.com',
    kinds: ['Queue', 'Vhost'],
    loses: 'the queues that it manages, with the messages in them',
    policies: [field('spec.deletionPolicy', 'retain')],
  },
  {
    group: 'jetstream.nats.io',
    kinds: ['Stream', 'KeyValue', 'ObjectStore'],
    loses: 'the stream that it manages, with the messages in it',
    policies: [field('spec.preventDelete', true)],
  },
  { group: 'pulsar.streamnative.io', kinds: ['BookKeeperCluster', 'PulsarBroker', 'ZooKeeperCluster'], loses: queue },
  // Storage
  { group: 'minio.min.io', kinds: ['Tenant'], loses: store },
  {
    group: 'ceph.rook.io',
    kinds: [
      'CephBlockPool',
      'CephCluster',
      'CephFilesystem',
      'CephFilesystemSubVolumeGroup',
      'CephObjectStore',
      'CephObjectStoreUser',
    ],
    loses: store,
  },
  {
    group: 'objectstorage.k8s.io',
    kinds: ['BucketClaim'],
    loses: 'its bucket, with what is in it, unless its class retains it',
  },
  { group: 'objectbucket.io', kinds: ['ObjectBucketClaim'], loses: 'its bucket, with what is in it' },
  { group: 'longhorn.io', kinds: ['Volume', 'BackupVolume'], loses: 'the volume, with the data on it' },
  { group: 'seaweed.seaweedfs.com', kinds: ['Seaweed'], loses: store },
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
  { group: 'kubevirt.io', kinds: ['VirtualMachine'], loses: 'the virtual machine, and the disks that it has made' },
  { group: 'cdi.kubevirt.io', kinds: ['DataVolume'], loses: 'the volume, with the data on it' },
  {
    group: 'vault.banzaicloud.com',
    kinds: ['Vault'],
    loses: 'the Vault that it runs, and its data unless its volumes stay',
  },
];
