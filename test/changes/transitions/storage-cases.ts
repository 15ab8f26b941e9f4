import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from } from './changes-of.js';
import { object } from './judge.js';

const CNPG = 'postgresql.cnpg.io/v1/Cluster';
const PXC = 'pxc.percona.com/v1/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/v1/PerconaServerMongoDB';
const ZALANDO = 'acid.zalan.do/v1/postgresql';
const KAFKA = 'kafka.strimzi.io/v1/Kafka';
const TOPIC = 'kafka.strimzi.io/v1/KafkaTopic';
const ECK = 'elasticsearch.k8s.elastic.co/v1/Elasticsearch';
const RABBIT = 'rabbitmq.com/v1beta1/RabbitmqCluster';

const pods = (image: string, rest: JsonObject = { volumeClaimTemplates: [{ metadata: { name: 'data' } }] }) => ({
  serviceName: 'db',
  template: { spec: { containers: [{ name: 'db', image }] } },
  ...rest,
});
const claims = (storage: string) => ({
  volumeSpec: { persistentVolumeClaim: { resources: { requests: { storage } } } },
});
const nodeSet = (storage: string) =>
  at('nodeSets', [
    {
      name: 'a',
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage } } } }],
    },
  ]);
const tablespaces = (...names: readonly string[]) =>
  at(
    'tablespaces',
    names.map((name) => ({ name, storage: { size: '1Gi' } })),
  );
const finalizers = (type: string) => (all: readonly string[]) => ({
  ...object(type, {}),
  metadata: { name: 'x', namespace: 'apps', finalizers: [...all] },
});
const setting = (name: string) => (value: string) => ({
  apiVersion: 'longhorn.io/v1beta2',
  kind: 'Setting',
  metadata: { name, namespace: 'longhorn-system' },
  value,
});

/** Versions that go back, or forward without their data. */
export const versionCases: readonly TransitionCase[] = [
  changesOf(
    'apps/v1/StatefulSet',
    'warning FX516',
    [[pods('redis:7.2'), pods('redis:6')]],
    [
      [pods('redis:7.2'), pods('redis:7.0')],
      [pods('web:7'), pods('web:6')],
      [pods('docker.io/library/mysql:9'), pods('example.org/mariadb:8')],
      [pods('postgres:latest'), pods('postgres:16')],
    ],
  ),
  changesOf(
    'apps/v1/StatefulSet',
    'warning FX559',
    [[pods('postgres:17.2-alpine'), pods('postgres:18')]],
    [
      [pods('postgres:17.1'), pods('postgres:17.2')],
      [pods('postgres:17', {}), pods('postgres:18', {})],
      [pods('redis:6'), pods('redis:7')],
    ],
  ),
  changesOf(
    CNPG,
    'warning FX559',
    [from('imageName', 'a/postgresql:17.1', 'a/postgresql:16.4'), from('imageCatalogRef.major', 17, 16)],
    [
      from('imageName', 'a/postgresql:16.4', 'a/postgresql:17.1'),
      from('imageName', 'a/postgresql:17.2', 'a/postgresql:17.1'),
    ],
  ),
  changesOf(
    ZALANDO,
    'warning FX559',
    [from('postgresql.version', '17', '16')],
    [from('postgresql.version', '16', '17')],
  ),
  changesOf(
    KAFKA,
    'warning FX559',
    [from('kafka.version', '4.1.0', '4.0.1'), from('kafka.metadataVersion', '4.1-IV1', '4.0-IV3')],
    [from('kafka.version', '4.1.1', '4.1.0'), from('kafka.version', '4.0.0', '4.1.0')],
  ),
  ...(
    [
      ['mongodbcommunity.mongodb.com/v1/MongoDBCommunity', 'version', '8.0.4', '7.0.16', '8.0.3'],
      [
        MONGO,
        'image',
        'percona/percona-server-mongodb:8.0.4-1',
        'percona/percona-server-mongodb:7.0.8-5',
        'percona/percona-server-mongodb:8.0.3-1',
      ],
      [
        PXC,
        'pxc.image',
        'percona/percona-xtradb-cluster:8.4.2',
        'percona/percona-xtradb-cluster:8.0.35-27.1',
        'percona/percona-xtradb-cluster:8.4.1',
      ],
      [RABBIT, 'image', 'rabbitmq:4.0.5', 'rabbitmq:3.13.7', 'rabbitmq:4.0.4'],
      [
        'ceph.rook.io/v1/CephCluster',
        'cephVersion.image',
        'quay.io/ceph/ceph:v19.2.0',
        'quay.io/ceph/ceph:v18.2.4',
        'quay.io/ceph/ceph:v19.1.0',
      ],
    ] as const
  ).map(([type, path, is, older, patch]) =>
    changesOf(type, 'warning FX516', [from(path, is, older)], [from(path, older, is), from(path, is, patch)]),
  ),
  {
    label: 'a MongoDB whose data an older version may read',
    of: ({ version, written }: { readonly version: string; readonly written: string }) =>
      object('mongodbcommunity.mongodb.com/v1/MongoDBCommunity', { version, featureCompatibilityVersion: written }),
    bad: [
      [
        { version: '8.0.4', written: '8.0' },
        { version: '7.0.16', written: '7.0' },
      ],
    ],
    says: 'warning FX516',
    good: [
      [
        { version: '8.0.4', written: '7.0' },
        { version: '7.0.16', written: '7.0' },
      ],
    ],
  },
  changesOf(
    'pkg.crossplane.io/v1/Provider',
    'warning FX559',
    [from('package', 'a/provider-aws-s3:v1.20.0', 'a/provider-aws-s3:v1.19.0')],
    [
      from('package', 'a/provider-aws-s3:v1.20.1', 'a/provider-aws-s3:v1.20.0'),
      from('package', 'a/provider-aws-s3:v2.0.0', 'a/provider-aws:v1.0.0'),
    ],
  ),
];

/** Volumes, and what is kept on them. */
export const storageCases: readonly TransitionCase[] = [
  changesOf(
    TOPIC,
    'warning FX516',
    [
      from(`config.'cleanup.policy'`, 'compact', 'delete'),
      from(`config.'cleanup.policy'`, 'compact', undefined),
      from(`config.'cleanup.policy'`, 'delete', 'compact,delete'),
      from(`config.'retention.bytes'`, undefined, 1000),
    ],
    [
      from(`config.'cleanup.policy'`, 'compact,delete', 'delete'),
      from(`config.'cleanup.policy'`, undefined, 'delete'),
      from(`config.'retention.bytes'`, undefined, -1),
    ],
  ),
  changesOf(
    KAFKA,
    'warning FX516',
    [from(`kafka.config.'log.retention.hours'`, 168, 24), from(`kafka.config.'log.retention.bytes'`, -1, 1000)],
    [from(`kafka.config.'log.retention.hours'`, 24, 168), from(`kafka.config.'log.retention.hours'`, 24, undefined)],
  ),
  ...(
    [
      [ZALANDO, (size: string) => at('volume.size', size)],
      [PXC, (size: string) => at('pxc', claims(size))],
      [MONGO, (size: string) => at('replsets', [{ name: 'rs0', ...claims(size) }])],
      [ECK, nodeSet],
      [RABBIT, (size: string) => at('persistence.storage', size)],
      ['longhorn.io/v1beta2/Volume', (size: string) => at('size', size)],
      ['kafka.strimzi.io/v1/KafkaNodePool', (size: string) => at('storage', { type: 'persistent-claim', size })],
      ['kafka.strimzi.io/v1/KafkaNodePool', (size: string) => at('storage.volumes', [{ id: 0, size }])],
    ] as const
  ).map(([type, make]) =>
    changesOf(
      type,
      'warning FX559',
      [[make('2Gi'), make('1Gi')]],
      [
        [make('1Gi'), make('2Gi')],
        [make('1Gi'), make('1024Mi')],
      ],
    ),
  ),
  changesOf(
    CNPG,
    'warning FX559',
    [
      [{ walStorage: { size: '1Gi' } }, {}],
      [tablespaces('a', 'b'), tablespaces('a')],
    ],
    [[tablespaces('a', 'b'), tablespaces('b', 'a')]],
  ),
  ...[PXC, MONGO].map((type): TransitionCase => {
    const pvc = `percona.com/delete-${type === PXC ? 'pxc' : 'psmdb'}-pvc`;
    return {
      label: `finalizers of ${type}`,
      of: finalizers(type),
      says: 'notice FX559',
      bad: [[[], [pvc]]],
      good: [
        [[pvc], []],
        [[], ['percona.com/delete-pxc-pods-in-order']],
      ],
    };
  }),
  changesOf(
    'kafka.strimzi.io/v1/KafkaNodePool',
    'notice FX559',
    [from('storage.deleteClaim', false, true), from('storage.volumes', [{ id: 0 }], [{ id: 0, deleteClaim: true }])],
    [from('storage.deleteClaim', true, false)],
  ),
  changesOf(
    'ceph.rook.io/v1/CephFilesystem',
    'notice FX559',
    [from('preserveFilesystemOnDelete', true, undefined)],
    [from('preserveFilesystemOnDelete', undefined, true)],
  ),
  changesOf(
    'ceph.rook.io/v1/CephObjectStore',
    'notice FX559',
    [from('preservePoolsOnDelete', true, false)],
    [from('preservePoolsOnDelete', false, true)],
  ),
  changesOf(
    ECK,
    'notice FX559',
    [
      from('volumeClaimDeletePolicy', 'DeleteOnScaledownOnly', 'DeleteOnScaledownAndClusterDeletion'),
      from('volumeClaimDeletePolicy', 'DeleteOnScaledownOnly', undefined),
    ],
    [from('volumeClaimDeletePolicy', undefined, 'DeleteOnScaledownOnly')],
  ),
  {
    label: 'a setting of Longhorn',
    of: setting('deleting-confirmation-flag'),
    says: 'notice FX559',
    bad: [['false', 'true']],
    good: [['true', 'false']],
  },
];
