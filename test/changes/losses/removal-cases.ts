import type { JsonObject } from '../../../src/json/json-value.js';

/** What else an operator reads of an object. */
export interface Settings {
  readonly spec?: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** A kind whose removal takes something along, unless a setting keeps it. */
export interface RemovalCase extends Settings {
  readonly type: string;
  readonly loses: string;
  /** No CRD of the kind is public. */
  readonly isUnproven?: true;
  /** Settings with which only the object goes. */
  readonly kept?: readonly Settings[];
}

const DATABASE = 'the database that it runs, and its data unless its volumes stay';
const BROKER = 'the broker that it runs, and its data unless its volumes stay';
const STORAGE = 'the storage that it runs, and its data unless its volumes stay';
const CEPH = 'the storage that it runs, with the data in it';
const BUCKET = 'its bucket, with what is in it, unless its class retains it';
const ROW_OF_DATABASE = 'the database or table that it manages, with its data';
const EXTERNAL = 'the external resource that it manages, with its data';
const APPLIED = 'all objects that it has applied';
const STATE = 'all that its Terraform state holds';
const CRDS = 'the CRDs that it has installed, with every object of them';
const CLUSTER = 'the cluster that it manages';
const MACHINES = 'the machines that it manages';
const NODES = 'the nodes made from it';
const RELEASE = 'the release: all that its chart installed';

/** `postgresql.cnpg.io/v1/Cluster` */
const all = (loses: string, ...types: readonly string[]): readonly RemovalCase[] =>
  types.map((type) => ({ type, loses }));
const kinds = (apiVersion: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${apiVersion}/${name}`);
const note = (name: string, value: string): Settings => ({ annotations: { [name]: value } });
/** A field of the spec that destroys with one value, and keeps with another. */
const byField = (type: string, loses: string, field: string, destroys: unknown, keeps: unknown): RemovalCase => ({
  type,
  loses,
  spec: destroys === undefined ? {} : { [field]: destroys },
  kept: [{ spec: { [field]: keeps } }],
});

const running: readonly RemovalCase[] = [
  ...all(
    DATABASE,
    ...kinds('mysql.presslabs.org/v1alpha1', 'MysqlCluster', 'MysqlDatabase'),
    'clickhouse.altinity.com/v1/ClickHouseInstallation',
    'clickhouse-keeper.altinity.com/v1/ClickHouseKeeperInstallation',
    'postgresql.cnpg.io/v1/Cluster',
    'crdb.cockroachlabs.com/v1alpha1/CrdbCluster',
    ...kinds('couchbase.com/v2', 'CouchbaseCluster', 'CouchbaseBucket'),
    ...kinds('postgres-operator.crunchydata.com/v1beta1', 'PostgresCluster', 'CrunchyBridgeCluster'),
    'dragonflydb.io/v1alpha1/Dragonfly',
    'druid.apache.org/v1alpha1/Druid',
    'elasticsearch.k8s.elastic.co/v1/Elasticsearch',
    'apps.foundationdb.org/v1beta2/FoundationDBCluster',
    'cassandra.datastax.com/v1beta1/CassandraDatacenter',
    'k8ssandra.io/v1alpha1/K8ssandraCluster',
    'database.arangodb.com/v1/ArangoDeployment',
    'k8s.mariadb.com/v1alpha1/MariaDB',
    ...kinds('milvus.io/v1beta1', 'Milvus'),
    ...kinds('milvus.io/v1alpha1', 'MilvusCluster'),
    'mongodbcommunity.mongodb.com/v1/MongoDBCommunity',
    ...kinds('mongodb.com/v1', 'MongoDB', 'MongoDBMultiCluster', 'MongoDBOpsManager'),
    'mysql.oracle.com/v2/InnoDBCluster',
    'opensearch.opster.io/v1/OpenSearchCluster',
    'opensearch.org/v1/OpenSearchCluster',
    ...kinds('redis.redis.opstreelabs.in/v1beta2', 'Redis', 'RedisCluster', 'RedisReplication'),
    'pgv2.percona.com/v2/PerconaPGCluster',
    'pxc.percona.com/v1/PerconaXtraDBCluster',
    'ps.percona.com/v1/PerconaServerMySQL',
    'psmdb.percona.com/v1/PerconaServerMongoDB',
    'everest.percona.com/v1alpha1/DatabaseCluster',
    ...kinds('app.redislabs.com/v1', 'RedisEnterpriseCluster'),
    ...kinds('app.redislabs.com/v1alpha1', 'RedisEnterpriseDatabase'),
    ...kinds('scylla.scylladb.com/v1', 'ScyllaCluster'),
    ...kinds('scylla.scylladb.com/v1alpha1', 'ScyllaDBCluster', 'ScyllaDBDatacenter'),
    'solr.apache.org/v1beta1/SolrCloud',
    'databases.spotahome.com/v1/RedisFailover',
    ...kinds('stackgres.io/v1', 'SGCluster'),
    ...kinds('stackgres.io/v1alpha1', 'SGShardedCluster'),
    ...kinds('pingcap.com/v1alpha1', 'TidbCluster', 'DMCluster'),
    ...kinds('core.pingcap.com/v1alpha1', 'Cluster', 'PDGroup', 'TiKVGroup', 'TiFlashGroup'),
    'hyperspike.io/v1/Valkey',
    'planetscale.com/v2/VitessCluster',
    ...kinds('ydb.tech/v1alpha1', 'Storage', 'Database'),
    'operator.yugabyte.io/v1alpha1/YBUniverse',
    'yugabyte.com/v1alpha1/YBCluster',
    'acid.zalan.do/v1/postgresql',
  ),
  ...all(
    BROKER,
    'rabbitmq.com/v1beta1/RabbitmqCluster',
    ...kinds('cluster.redpanda.com/v1alpha2', 'Redpanda', 'Topic'),
    'redpanda.vectorized.io/v1alpha1/Cluster',
    'bookkeeper.streamnative.io/v1alpha1/BookKeeperCluster',
    'zookeeper.streamnative.io/v1alpha1/ZooKeeperCluster',
    ...kinds('kafka.strimzi.io/v1', 'Kafka', 'KafkaNodePool'),
    'zookeeper.pravega.io/v1beta1/ZookeeperCluster',
  ),
  ...all(
    STORAGE,
    'minio.min.io/v2/Tenant',
    'seaweed.seaweedfs.com/v1/Seaweed',
    ...kinds('operator.victoriametrics.com/v1beta1', 'VMCluster', 'VMSingle'),
    ...kinds('operator.victoriametrics.com/v1', 'VLCluster', 'VLSingle'),
  ),
  ...all(CEPH, ...kinds('ceph.rook.io/v1', 'CephCluster', 'CephBlockPool', 'CephFilesystemSubVolumeGroup')),
  ...all('the Loki that it runs', 'loki.grafana.com/v1/LokiStack'),
  ...all('the Keycloak that it runs', 'k8s.keycloak.org/v2alpha1/Keycloak'),
  ...all('the Temporal that it runs', 'temporal.io/v1beta1/TemporalCluster'),
  ...all('the Vault that it runs, and its data unless its volumes stay', 'vault.banzaicloud.com/v1alpha1/Vault'),
  ...[
    ...all(DATABASE, 'crdb.cockroachlabs.com/v1beta1/CrdbNode', 'enterprise.mariadb.com/v1alpha1/MariaDB'),
    ...all(
      BROKER,
      ...kinds('platform.confluent.io/v1beta1', 'Kafka', 'KafkaTopic', 'KRaftController', 'Zookeeper'),
      'pulsar.streamnative.io/v1alpha1/PulsarBroker',
    ),
    ...all(NODES, 'eks.amazonaws.com/v1/NodeClass'),
    byField('enterprise.mariadb.com/v1alpha1/Database', ROW_OF_DATABASE, 'cleanupPolicy', 'Delete', 'Skip'),
  ].map((one): RemovalCase => ({ ...one, isUnproven: true })),
];

const clusters: readonly RemovalCase[] = [
  ...all(
    CLUSTER,
    'anywhere.eks.amazonaws.com/v1alpha1/Cluster',
    'core.gardener.cloud/v1beta1/Shoot',
    ...kinds('hypershift.openshift.io/v1beta1', 'HostedCluster', 'NodePool'),
    'provisioning.cattle.io/v1/Cluster',
  ),
  byField('hive.openshift.io/v1/ClusterDeployment', CLUSTER, 'preserveOnDelete', false, true),
  ...all(
    MACHINES,
    ...kinds('cluster.x-k8s.io/v1beta2', 'Cluster', 'Machine', 'MachineDeployment', 'MachinePool', 'MachineSet'),
    ...kinds('machine.openshift.io/v1beta1', 'Machine', 'MachineSet'),
    ...kinds('machine.openshift.io/v1', 'ControlPlaneMachineSet'),
  ),
  ...all(
    'the control plane of the cluster that it manages',
    'controlplane.cluster.x-k8s.io/v1beta2/KubeadmControlPlane',
  ),
  ...all('the infrastructure that it manages', 'infrastructure.cluster.x-k8s.io/v1beta2/AWSMachinePool'),
  ...all('the control plane that it manages', 'kamaji.clastix.io/v1alpha1/TenantControlPlane'),
  ...all('its nodes, and the pods on them', 'karpenter.sh/v1/NodePool'),
  ...all(NODES, 'karpenter.k8s.aws/v1/EC2NodeClass', 'karpenter.azure.com/v1beta1/AKSNodeClass'),
  ...all('the machine that it has provisioned', 'metal3.io/v1alpha1/BareMetalHost'),
  ...all("Calico, and with it the network of the cluster's pods", 'operator.tigera.io/v1/Installation'),
  ...all(
    'the targets of its target group, to which a load balancer sends requests',
    'elbv2.k8s.aws/v1beta1/TargetGroupBinding',
  ),
  ...all('its namespace, with all that is in it', 'hnc.x-k8s.io/v1alpha2/SubnamespaceAnchor'),
  byField(
    'capsule.clastix.io/v1beta2/Tenant',
    'its namespaces, with all that is in them',
    'preventDeletion',
    false,
    true,
  ),
];

const outside: readonly RemovalCase[] = [
  {
    type: 's3.services.k8s.aws/v1alpha1/Bucket',
    loses: 'the AWS resource that it manages, with its data',
    kept: [note('services.k8s.aws/deletion-policy', 'retain')],
  },
  {
    type: 'aiven.io/v1alpha1/PostgreSQL',
    loses: 'the Aiven service or resource that it manages, with its data',
    kept: [note('controllers.aiven.io/deletion-policy', 'Orphan')],
  },
  {
    type: 'atlas.mongodb.com/v1/AtlasDeployment',
    loses: 'the resource of MongoDB Atlas that it manages, with its data',
    ...note('mongodb.com/atlas-resource-policy', 'delete'),
    kept: [note('mongodb.com/atlas-resource-policy', 'keep'), {}],
  },
  {
    type: 'dbforpostgresql.azure.com/v1api20240801/FlexibleServer',
    loses: 'the Azure resource that it manages, with its data',
    kept: [
      note('serviceoperator.azure.com/reconcile-policy', 'detach-on-delete'),
      note('serviceoperator.azure.com/reconcile-policy', 'skip'),
    ],
  },
  {
    type: 'sql.cnrm.cloud.google.com/v1beta1/SQLInstance',
    loses: 'the Google Cloud resource that it manages, with its data',
    kept: [note('cnrm.cloud.google.com/deletion-policy', 'abandon')],
  },
  ...['rds.aws.upbound.io/v1beta3/Instance', 'rds.aws.crossplane.io/v1alpha1/DBInstance'].map(
    (type): RemovalCase => ({
      type,
      loses: EXTERNAL,
      kept: [{ spec: { deletionPolicy: 'Orphan' } }, { spec: { managementPolicies: ['Observe', 'Update'] } }],
    }),
  ),
  byField('postgresql.cnpg.io/v1/Database', ROW_OF_DATABASE, 'databaseReclaimPolicy', 'delete', 'retain'),
  byField('k8s.mariadb.com/v1alpha1/Database', ROW_OF_DATABASE, 'cleanupPolicy', undefined, 'Skip'),
  byField('db.movetokube.com/v1alpha1/Postgres', ROW_OF_DATABASE, 'dropOnDelete', true, false),
  byField('apps.kubeblocks.io/v1/Cluster', DATABASE, 'terminationPolicy', 'WipeOut', 'DoNotTerminate'),
  byField('kubedb.com/v1/Postgres', DATABASE, 'deletionPolicy', 'WipeOut', 'DoNotTerminate'),
  byField(
    'app.terraform.io/v1alpha2/Workspace',
    'the workspace of HCP Terraform, or all that its state holds',
    'deletionPolicy',
    'destroy',
    'retain',
  ),
  byField('tf.galleybytes.com/v1beta1/Terraform', STATE, 'ignoreDelete', false, true),
  byField('infra.contrib.fluxcd.io/v1alpha2/Terraform', STATE, 'destroyResourcesOnDeletion', true, false),
  byField('pulumi.com/v1/Stack', 'all that its Pulumi stack holds', 'destroyOnFinalize', true, false),
  ...['Stream', 'KeyValue', 'ObjectStore'].map((kind) =>
    byField(
      `jetstream.nats.io/v1beta2/${kind}`,
      'the stream that it manages, with the messages in it',
      'preventDelete',
      false,
      true,
    ),
  ),
  ...['Queue', 'Vhost'].map((kind) =>
    byField(
      `rabbitmq.com/v1beta1/${kind}`,
      'the queues that it manages, with the messages in them',
      'deletionPolicy',
      'delete',
      'retain',
    ),
  ),
  {
    type: 'kafka.strimzi.io/v1/KafkaTopic',
    loses: 'the topic, with the messages in it',
    kept: [note('strimzi.io/managed', 'false')],
  },
  byField(
    'external-secrets.io/v1alpha1/PushSecret',
    'the secrets that it has pushed to the store',
    'deletionPolicy',
    'Delete',
    'None',
  ),
  {
    type: 'external-secrets.io/v1alpha1/ClusterPushSecret',
    loses: 'the secrets that it has pushed to the store',
    spec: { pushSecretSpec: { deletionPolicy: 'Delete' } },
    kept: [{ spec: { pushSecretSpec: { deletionPolicy: 'None' } } }],
  },
  ...all(
    'what keeps Secrets of ExternalSecrets up to date',
    ...kinds('external-secrets.io/v1', 'SecretStore', 'ClusterSecretStore'),
  ),
  ...all('its DNS records, unless ExternalDNS has policy: upsert-only', 'externaldns.k8s.io/v1alpha1/DNSEndpoint'),
];

const volumes: readonly RemovalCase[] = [
  ...all(BUCKET, 'objectstorage.k8s.io/v1alpha1/BucketClaim', 'objectbucket.io/v1alpha1/ObjectBucketClaim'),
  byField(
    'snapshot.storage.k8s.io/v1/VolumeSnapshotContent',
    'the snapshot of the volume',
    'deletionPolicy',
    'Delete',
    'Retain',
  ),
  ...all('the snapshot of the volume, unless its class retains it', 'snapshot.storage.k8s.io/v1/VolumeSnapshot'),
  ...all('its pods', 'apps/v1/StatefulSet'),
  {
    type: 'apps/v1/StatefulSet',
    loses: 'its pods, and their volumes with the data on them',
    spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } },
  },
  ...['Delete', 'Recycle'].map((policy) =>
    byField('v1/PersistentVolume', 'the data on it', 'persistentVolumeReclaimPolicy', policy, 'Retain'),
  ),
  ...all('its volume and the data on it', 'v1/PersistentVolumeClaim'),
  ...all('the virtual machine, and the disks that it has made', 'kubevirt.io/v1/VirtualMachine'),
  ...all('the volume, with the data on it', 'cdi.kubevirt.io/v1beta1/DataVolume'),
  ...all('the volume, with the data on it', ...kinds('longhorn.io/v1beta2', 'Volume', 'BackupVolume')),
  byField('ceph.rook.io/v1/CephFilesystem', CEPH, 'preserveFilesystemOnDelete', false, true),
  byField('ceph.rook.io/v1/CephObjectStore', CEPH, 'preservePoolsOnDelete', false, true),
  ...all('the user of the object store, with its keys', 'ceph.rook.io/v1/CephObjectStoreUser'),
  byField(
    'monitoring.coreos.com/v1/Prometheus',
    'the Prometheus that it runs, and its data unless its volumes stay',
    'storage',
    { volumeClaimTemplate: {} },
    undefined,
  ),
  ...all('the way to the backups in its bucket', 'velero.io/v1/BackupStorageLocation'),
  byField('velero.io/v1/Schedule', 'the backups that it has made', 'useOwnerReferencesInBackup', true, false),
];

const applied: readonly RemovalCase[] = [
  {
    type: 'argoproj.io/v1alpha1/Application',
    loses: APPLIED,
    finalizers: ['resources-finalizer.argocd.argoproj.io'],
    kept: [{}, { finalizers: ['example.org/other'] }],
  },
  {
    type: 'argoproj.io/v1alpha1/ApplicationSet',
    loses: 'its Applications, and all objects that they have applied',
    kept: [{ spec: { syncPolicy: { preserveResourcesOnDeletion: true } } }],
  },
  ...['Bundle', 'GitRepo', 'HelmOp'].map((kind) =>
    byField(`fleet.cattle.io/v1alpha1/${kind}`, APPLIED, 'keepResources', false, true),
  ),
  ...all('Flux itself, which reconciles nothing any more', 'fluxcd.controlplane.io/v1/FluxInstance'),
  byField('helm.toolkit.fluxcd.io/v2/HelmRelease', RELEASE, 'suspend', false, true),
  ...all(RELEASE, 'helm.k0sproject.io/v1beta1/Chart', 'helm.cattle.io/v1/HelmChart'),
  ...all(
    CRDS,
    ...kinds('pkg.crossplane.io/v1', 'Configuration', 'Provider'),
    'olm.operatorframework.io/v1/ClusterExtension',
  ),
  ...['ClusterPolicy', 'Policy'].map((kind): RemovalCase => {
    const rules = (generate: JsonObject) => ({ rules: [{ name: 'copies', match: {}, generate }] });
    return {
      type: `kyverno.io/v1/${kind}`,
      loses: 'the objects that it has generated',
      spec: rules({ synchronize: true, data: {} }),
      kept: [{ spec: rules({ synchronize: true, data: {}, orphanDownstreamOnPolicyDelete: true }) }],
    };
  }),
];

/** What the removal of an object takes along, by kind, with the settings that prevent it. */
export const removalCases: readonly RemovalCase[] = [...running, ...clusters, ...outside, ...volumes, ...applied];

/** Kinds in the same groups, with which nothing goes. */
export const harmlessKinds: readonly string[] = [
  ...kinds('aws.upbound.io/v1beta1', 'ProviderConfig', 'ProviderConfigUsage'),
  ...kinds('aws.m.upbound.io/v1beta1', 'ClusterProviderConfig'),
  ...kinds('gcp.upbound.io/v1alpha1', 'StoreConfig'),
  ...kinds('kubernetes.crossplane.io/v1alpha1', 'ProviderConfig', 'StoreConfig'),
  ...kinds('kubernetes.m.crossplane.io/v1alpha1', 'ClusterProviderConfig'),
  'pkg.crossplane.io/v1/Function',
  'controlplane.cluster.x-k8s.io/v1beta2/KubeadmControlPlaneTemplate',
  ...kinds('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachineTemplate', 'AWSClusterRoleIdentity'),
];
