import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from, lines, oneWay, others } from './changes-of.js';
import { object } from './judge.js';

const PXC = 'pxc.percona.com/v1/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/v1/PerconaServerMongoDB';
const K8UP = 'k8up.io/v1/Schedule';
const CNPG = 'postgresql.cnpg.io/v1/Cluster';
const replset = (type: string) => [{ name: 'rs0', size: 3, expose: { enabled: true, type } }];
const task = (rest: JsonObject) => [{ name: 'daily', enabled: true, schedule: '0 3 * * *', ...rest }];

const plugin = (parameters: JsonObject) =>
  at('plugins', [{ name: 'barman-cloud.cloudnative-pg.io', isWALArchiver: true, parameters }]);
const finalizersOf = (type: string, one: string): TransitionCase => ({
  label: `finalizers of ${type}`,
  of: (finalizers: readonly string[]) => ({
    ...object(type, {}),
    metadata: { name: 'x', namespace: 'apps', finalizers: [...finalizers] },
  }),
  says: 'notice FX559',
  bad: [[[], [one]]],
  good: [[[one], []]],
});

/** The options of pgBackRest for all repositories. */
const pgBackRest = [
  'pgv2.percona.com/v2/PerconaPGCluster',
  'postgres-operator.crunchydata.com/v1beta1/PostgresCluster',
].flatMap((type) =>
  [1, 2, 3, 4].flatMap((repo) =>
    ['full', 'diff'].map((kind): TransitionCase => {
      const [key, counts] = [`repo${repo}-retention-${kind}`, `repo${repo}-retention-${kind}-type`];
      const global = (count: string, rest: JsonObject = {}) =>
        at('backups.pgbackrest.global', { [key]: count, ...rest });
      return changesOf(
        type,
        'warning FX516',
        [[global('14'), global('7')]],
        [
          [global('7'), global('14')],
          [global('14', { [counts]: 'time' }), global('7', { [counts]: 'count' })],
        ],
      );
    }),
  ),
);

const backups: readonly TransitionCase[] = [
  ...pgBackRest,
  ...others(
    'warning FX559',
    [K8UP, 'backend.s3.bucket', 'backups', 'backups-2'],
    [K8UP, 'backend.s3.endpoint', 'https://s3.example.org', 'https://s3.example.com'],
    [K8UP, 'backend.gcs.bucket', 'backups', 'backups-2'],
    [K8UP, 'backend.b2.bucket', 'backups', 'backups-2'],
    ['longhorn.io/v1beta2/BackupTarget', 'backupTargetURL', 's3://backups@eu-west-1/', 's3://backups@eu-west-2/'],
    [CNPG, 'backup.barmanObjectStore.endpointURL', 'https://s3.example.org', 'https://s3.example.com'],
    [
      'barmancloud.cnpg.io/v1/ObjectStore',
      'configuration.endpointURL',
      'https://s3.example.org',
      'https://s3.example.com',
    ],
    ...['s3.bucket', 'azure.container'].map((field) => [PXC, `backup.storages.main.${field}`, 'a', 'b'] as const),
    ...['s3.bucket', 'gcs.bucket', 'minio.bucket', 'oss.bucket', 'azure.container'].map(
      (field) => [MONGO, `backup.storages.main.${field}`, 'a', 'b'] as const,
    ),
  ),
  ...['s3', 'gcs', 'minio', 'oss'].map((store) =>
    changesOf(
      MONGO,
      'warning FX559',
      [from(`backup.storages.main.${store}.prefix`, 'shop', 'web')],
      [from(`backup.storages.main.${store}`, { bucket: 'a' }, { bucket: 'a', prefix: '' })],
    ),
  ),
  ...['keepLast', 'keepHourly', 'keepWeekly', 'keepMonthly', 'keepYearly'].map((rule) =>
    changesOf(
      K8UP,
      'warning FX516',
      [from(`prune.retention.${rule}`, 12, 4)],
      [from(`prune.retention.${rule}`, 4, 12), from(`prune.retention.${rule}`, 12, undefined)],
    ),
  ),
  ...['hourly', 'weekly', 'monthly', 'yearly', 'last'].map((rule) =>
    changesOf(
      'volsync.backube/v1alpha1/ReplicationSource',
      'warning FX516',
      [from(`restic.retain.${rule}`, 12, 4)],
      [from(`restic.retain.${rule}`, 4, 12)],
    ),
  ),
  ...oneWay(
    'notice FX559',
    [PXC, 'backup.pitr.enabled', true, false],
    [MONGO, 'backup.tasks', task({}), task({ enabled: false })],
  ),
  ...oneWay('warning FX516', [MONGO, 'backup.tasks', task({ keep: 14 }), task({ keep: 7 })]),
  ...oneWay('notice FX559', ['velero.io/v1/Schedule', 'template.ttl', '720h0m0s', '240h0m0s']),
  ...lines('warning FX559', ['velero.io/v1/BackupStorageLocation', 'objectStorage.bucket', 'a', 'b', [undefined, '']]),
];

const POOL = 'kafka.strimzi.io/v1/KafkaNodePool';
const balancers = [
  ['enterprisesearch.k8s.elastic.co/v1/EnterpriseSearch', 'http.service.spec.type'],
  ['maps.k8s.elastic.co/v1alpha1/ElasticMapsServer', 'http.service.spec.type'],
  [PXC, 'haproxy.exposeReplicas.type'],
  [PXC, 'pxc.expose.type'],
] as const;

const databases: readonly TransitionCase[] = [
  ...oneWay('error FX517', ...balancers.map(([type, path]) => [type, path, 'LoadBalancer', 'ClusterIP'] as const)),
  ...oneWay('error FX517', [MONGO, 'replsets', replset('LoadBalancer'), replset('ClusterIP')]),
  changesOf(
    'acid.zalan.do/v1/postgresql',
    'warning FX516',
    [from('enableMasterLoadBalancer', true, undefined), from('enableReplicaLoadBalancer', true, undefined)],
    [from('enableMasterLoadBalancer', undefined, true), from('enableReplicaLoadBalancer', false, undefined)],
  ),
  ...oneWay('notice FX559', ['ps.percona.com/v1/PerconaServerMySQL', 'pause', false, true]),
  ...oneWay('warning FX559', ['kibana.k8s.elastic.co/v1/Kibana', 'version', '9.1.0', '9.0.4']),
  ...oneWay('warning FX559', [CNPG, 'imageCatalogRef.major', 17, 16]),
  changesOf(
    CNPG,
    'warning FX559',
    [from('tablespaces', [{ name: 'hot' }, { name: 'cold' }], [{ name: 'hot' }])],
    [from('tablespaces', [{ name: 'hot' }], [{ name: 'hot' }, { name: 'cold' }])],
  ),
  changesOf(
    CNPG,
    'warning FX559',
    [
      [plugin({ barmanObjectName: 'a' }), plugin({ barmanObjectName: 'b' })],
      [plugin({ barmanObjectName: 'a', serverName: 'a' }), plugin({ barmanObjectName: 'a', serverName: 'b' })],
    ],
    [
      [plugin({}), plugin({ barmanObjectName: 'b' })],
      [plugin({ barmanObjectName: 'a' }), plugin({ barmanObjectName: 'a', serverName: 'x' })],
    ],
  ),
  finalizersOf('pgv2.percona.com/v2/PerconaPGCluster', 'percona.com/delete-pvc'),
  ...['minutes', 'ms', 'bytes'].map((unit) =>
    changesOf(
      'kafka.strimzi.io/v1/Kafka',
      'warning FX516',
      [from(`kafka.config.'log.retention.${unit}'`, 600000, 60000)],
      [
        from(`kafka.config.'log.retention.${unit}'`, 60000, 600000),
        from(`kafka.config.'log.retention.${unit}'`, 60000, -1),
      ],
    ),
  ),
  ...oneWay('warning FX559', ['kafka.strimzi.io/v1/Kafka', 'kafka.metadataVersion', '4.1-IV1', '4.0-IV3']),
  ...oneWay('notice FX559', [POOL, 'storage.volumes', [{ id: 0, deleteClaim: false }], [{ id: 0, deleteClaim: true }]]),
  changesOf(
    'kafka.strimzi.io/v1/KafkaUser',
    'warning FX559',
    [from('authentication.type', 'tls', 'scram-sha-512')],
    [from('authentication.type', undefined, 'tls')],
  ),
  ...oneWay('notice FX559', ['ceph.rook.io/v1/CephObjectZone', 'preservePoolsOnDelete', true, false]),
];

/** Databases, brokers and storage, and their backups. */
export const databaseCases: readonly TransitionCase[] = [...backups, ...databases];
