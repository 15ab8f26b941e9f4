import type { JsonObject } from '../../../src/json/json-value.js';
import { backupCases } from './backup-cases.js';
import type { TransitionCase } from './cases.js';
import { at, changesOf, from, notesOf, valuesOf } from './changes-of.js';
import { cloudCases } from './cloud-cases.js';
import { object, release } from './judge.js';
import { storageCases, versionCases } from './storage-cases.js';

const CNPG = 'postgresql.cnpg.io/v1/Cluster';
const PXC = 'pxc.percona.com/v1/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/v1/PerconaServerMongoDB';
const ZALANDO = 'acid.zalan.do/v1/postgresql';
const KAFKA = 'kafka.strimzi.io/v1/Kafka';
const ECK = 'elasticsearch.k8s.elastic.co/v1/Elasticsearch';
const RABBIT = 'rabbitmq.com/v1beta1/RabbitmqCluster';
const EXTERNAL = 'external-secrets.io/v1/ExternalSecret';

const listeners = (...types: readonly string[]) =>
  at(
    'kafka.listeners',
    types.map((type, index) => ({ name: `l${index}`, port: 9092 + index, type })),
  );
const services = (type: string) =>
  at('managed.services.additional', [
    { selectorType: 'rw', serviceTemplate: { metadata: { name: 'db' }, spec: { type } } },
  ]);
const endpoint = (dnsName: string, recordType = 'A') => ({ dnsName, recordType, targets: ['192.0.2.1'] });
const dns = (policy: string): JsonObject => ({
  ...release('external-dns', { policy }),
  metadata: { name: 'dns', namespace: 'apps' },
});
const workers = (...names: readonly string[]) =>
  at(
    'topology.workers.machineDeployments',
    names.map((name) => ({ name, class: 'c' })),
  );
const application = (source: JsonObject, prune = true, destination: JsonObject = { namespace: 'a' }) => ({
  source: { repoURL: 'https://example.org/a', path: 'a', ...source },
  destination,
  syncPolicy: { automated: { prune } },
});
const generated = (rest: JsonObject, kind = 'Password') => ({
  refreshPolicy: 'CreatedOnce',
  dataFrom: [
    { sourceRef: { generatorRef: { apiVersion: 'generators.external-secrets.io/v1alpha1', kind, name: 'x' } } },
  ],
  ...rest,
});
const addresses: readonly TransitionCase[] = [
  changesOf(
    KAFKA,
    'error FX517',
    [
      [listeners('loadbalancer', 'internal'), listeners('internal', 'internal')],
      [listeners('internal', 'loadbalancer'), listeners('internal')],
    ],
    [
      [listeners('loadbalancer'), listeners('loadbalancer', 'internal')],
      [listeners('internal', 'nodeport'), listeners('internal')],
    ],
  ),
  ...(
    [
      [ECK, 'http.service.spec.type'],
      ['kibana.k8s.elastic.co/v1/Kibana', 'http.service.spec.type'],
      [RABBIT, 'service.type'],
      [PXC, 'haproxy.exposePrimary.type'],
      [PXC, 'proxysql.expose.type'],
      [MONGO, 'sharding.mongos.expose.type'],
      ['apm.k8s.elastic.co/v1/ApmServer', 'http.service.spec.type'],
    ] as const
  ).map(([type, path]) =>
    changesOf(
      type,
      'error FX517',
      [from(path, 'LoadBalancer', 'ClusterIP'), from(path, 'LoadBalancer', undefined)],
      [from(path, 'ClusterIP', 'LoadBalancer'), from(path, 'NodePort', 'ClusterIP')],
    ),
  ),
  changesOf(
    CNPG,
    'error FX517',
    [
      [services('LoadBalancer'), services('ClusterIP')],
      [services('LoadBalancer'), {}],
    ],
    [
      [services('ClusterIP'), services('LoadBalancer')],
      [services('ClusterIP'), {}],
    ],
  ),
  changesOf(
    ZALANDO,
    'error FX517',
    [from('enableMasterLoadBalancer', true, false), from('enableReplicaLoadBalancer', true, false)],
    [from('enableMasterLoadBalancer', false, true), from('enableMasterLoadBalancer', false, undefined)],
  ),
  changesOf(ZALANDO, 'warning FX516', [from('enableReplicaLoadBalancer', true, undefined)]),
  changesOf(
    'metallb.io/v1beta1/IPAddressPool',
    'warning FX516',
    [
      from('addresses', ['10.0.0.0/24', '10.1.0.1-10.1.0.9'], ['10.0.0.0/24']),
      from('addresses', ['10.0.0.0/24'], ['10.0.0.0/25']),
      from('addresses', ['10.0.0.1-10.0.0.9'], ['10.0.0.2-10.0.0.9']),
    ],
    [
      from('addresses', ['10.0.0.0/24'], ['10.0.0.0/23']),
      from('addresses', ['10.0.0.0/24'], ['10.0.0.128/25', '10.0.0.0-10.0.0.127']),
      from('addresses', ['fd00::/120'], ['fd00::0-fd00::ff', '10.0.0.0/24']),
    ],
  ),
  changesOf(
    'cilium.io/v2/CiliumLoadBalancerIPPool',
    'warning FX516',
    [
      from('blocks', [{ cidr: '10.0.0.0/24' }, { start: '10.1.0.1', stop: '10.1.0.9' }], [{ cidr: '10.0.0.0/24' }]),
      from('blocks', [{ start: '10.1.0.1' }], [{ start: '10.1.0.2' }]),
    ],
    [from('blocks', [{ cidr: '10.0.0.0/24' }], [{ start: '10.0.0.0', stop: '10.0.1.0' }])],
  ),
  changesOf(
    'cilium.io/v2/CiliumLoadBalancerIPPool',
    'notice FX559',
    [from('disabled', undefined, true)],
    [from('disabled', true, false)],
  ),
  changesOf(
    'externaldns.k8s.io/v1alpha1/DNSEndpoint',
    'warning FX516',
    [from('endpoints', [endpoint('a.example.org'), endpoint('b.example.org')], [endpoint('a.example.org')])],
    [
      from(
        'endpoints',
        [endpoint('a.example.org'), endpoint('b.example.org')],
        [endpoint('b.example.org'), endpoint('a.example.org')],
      ),
    ],
    [dns('sync')],
  ),
  changesOf(
    'externaldns.k8s.io/v1alpha1/DNSEndpoint',
    'warning FX516',
    [],
    [from('endpoints', [endpoint('a.example.org')], [])],
    [dns('upsert-only')],
  ),
];

const stops: readonly TransitionCase[] = [
  changesOf(
    'apps/v1/Deployment',
    'notice FX559',
    [from('replicas', 2, 0), from('replicas', undefined, 0)],
    [from('replicas', 2, 1), from('replicas', 0, 2)],
  ),
  changesOf(
    'apps/v1/StatefulSet',
    'notice FX559',
    [],
    [from('replicas', 2, 0)],
    [object('keda.sh/v1alpha1/ScaledObject', { scaleTargetRef: { kind: 'StatefulSet', name: 'x' } })],
  ),
  changesOf(
    'karpenter.sh/v1/NodePool',
    'warning FX559',
    [from('limits.memory', '10Gi', '0Gi'), from('limits.nodes', 5, '0')],
    [from('limits.memory', '10Gi', '20Gi')],
  ),
  notesOf(
    CNPG,
    'notice FX559',
    [
      [{ 'cnpg.io/hibernation': 'off' }, { 'cnpg.io/hibernation': 'on' }],
      [{}, { 'cnpg.io/fencedInstances': '["*"]' }],
    ],
    [
      [{ 'cnpg.io/hibernation': 'on' }, {}],
      [{ 'cnpg.io/fencedInstances': '["*"]' }, { 'cnpg.io/fencedInstances': '[]' }],
    ],
  ),
  changesOf(CNPG, 'warning FX559', [from('replica.enabled', false, true)], [from('replica.enabled', true, false)]),
  ...[PXC, MONGO, 'pgv2.percona.com/v2/PerconaPGCluster'].map((type) =>
    changesOf(type, 'notice FX559', [from('pause', undefined, true)], [from('pause', true, false)]),
  ),
  changesOf(ZALANDO, 'notice FX559', [from('numberOfInstances', 2, 0)], [from('numberOfInstances', 2, 1)]),
  changesOf(
    'kubevirt.io/v1/VirtualMachine',
    'notice FX559',
    [from('runStrategy', 'Always', 'Halted'), from('running', true, false)],
    [from('runStrategy', 'Always', 'RerunOnFailure'), [{ running: true }, { runStrategy: 'Always' }]],
  ),
  notesOf(
    'keda.sh/v1alpha1/ScaledObject',
    'notice FX559',
    [[{}, { 'autoscaling.keda.sh/paused-replicas': '0' }]],
    [[{}, { 'autoscaling.keda.sh/paused-replicas': '2' }]],
  ),
];

const controllers: readonly TransitionCase[] = [
  changesOf(
    'cluster.x-k8s.io/v1beta1/Cluster',
    'error FX517',
    [[workers('a', 'b'), workers('a')], from('topology.workers.machinePools', [{ name: 'a' }], [])],
    [
      [workers('a', 'b'), workers('b', 'a')],
      [workers('a'), workers('a', 'b')],
    ],
  ),
  changesOf(
    'argoproj.io/v1alpha1/Application',
    'warning FX516',
    [
      [application({}), application({ path: 'b' })],
      [application({}), application({ repoURL: 'https://example.org/b' })],
      [application({}), application({}, true, { namespace: 'b' })],
    ],
    [
      [application({}, false), application({ path: 'b' }, false)],
      [application({ targetRevision: 'v1' }), application({ targetRevision: 'v2' })],
      [application({}), application({ path: 'b' }, false)],
    ],
  ),
  changesOf('argoproj.io/v1alpha1/Application', 'warning FX559', [
    [application({}, true, { server: 'https://a' }), application({}, true, { server: 'https://b' })],
  ]),
  changesOf(
    'kyverno.io/v2/ClusterCleanupPolicy',
    'notice FX559',
    [
      from('match', { any: [{ resources: { kinds: ['Pod'] } }] }, { any: [{ resources: { kinds: ['Deployment'] } }] }),
      [{ conditions: { any: [] } }, {}],
      [{ exclude: { any: [] } }, {}],
    ],
    [from('schedule', '0 0 * * *', '1 0 * * *')],
  ),
  changesOf(
    'external-secrets.io/v1alpha1/PushSecret',
    'warning FX516',
    [from('updatePolicy', 'IfNotExists', 'Replace'), from('updatePolicy', 'IfNotExists', undefined)],
    [from('updatePolicy', 'Replace', 'IfNotExists'), from('updatePolicy', undefined, 'Replace')],
  ),
  changesOf(
    EXTERNAL,
    'warning FX516',
    [
      [generated({}), generated({ target: { name: 'other' } })],
      [generated({}), generated({ refreshPolicy: 'Periodic' })],
      [
        generated({ refreshPolicy: 'Periodic', refreshInterval: '0' }),
        generated({ refreshPolicy: 'Periodic', refreshInterval: '0', target: { name: 'other' } }),
      ],
    ],
    [
      [generated({}), generated({ target: { name: 'x' } })],
      [generated({}, 'ECRAuthorizationToken'), generated({ refreshPolicy: 'Periodic' }, 'ECRAuthorizationToken')],
      [generated({}), generated({ refreshPolicy: 'Periodic', refreshInterval: '0s' })],
      [generated({ refreshPolicy: 'Periodic' }), generated({ refreshPolicy: 'Periodic', target: { name: 'other' } })],
    ],
  ),
];

const charts: readonly TransitionCase[] = [
  valuesOf(
    'minio',
    'warning FX516',
    [from('buckets', [{ name: 'a', purge: false }], [{ name: 'a', purge: true }])],
    [from('buckets', [{ name: 'a', purge: true }], [{ name: 'a', purge: false }])],
  ),
  valuesOf(
    'loki',
    'warning FX516',
    [from('loki.compactor.retention_enabled', undefined, true)],
    [from('loki.compactor.retention_enabled', true, false)],
  ),
  valuesOf(
    'loki',
    'warning FX559',
    [
      from('loki.storage.bucketNames.chunks', 'a', 'b'),
      from(
        'loki.schemaConfig.configs',
        [{ from: '2024-04-01', schema: 'v12' }],
        [{ from: '2024-04-01', schema: 'v13' }],
      ),
    ],
    [
      from(
        'loki.schemaConfig.configs',
        [{ from: '2024-04-01', schema: 'v12' }],
        [
          { from: '2024-04-01', schema: 'v12' },
          { from: '2030-04-01', schema: 'v13' },
        ],
      ),
    ],
  ),
  valuesOf(
    'rook-ceph-cluster',
    'warning FX516',
    [
      from('cephBlockPools', [{ name: 'a' }, { name: 'b' }], [{ name: 'a' }]),
      from('cephFileSystems', [{ name: 'a' }], []),
      from('cephObjectStores', [{ name: 'a' }], undefined),
    ],
    [
      from('cephBlockPools', [{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }]),
      from('cephFileSystems', [{ name: 'a', spec: { preserveFilesystemOnDelete: true } }], []),
    ],
  ),
  valuesOf(
    'harbor',
    'warning FX559',
    [
      from('persistence.imageChartStorage.s3.bucket', 'a', 'b'),
      from('persistence.imageChartStorage.type', 's3', 'gcs'),
    ],
    [from('persistence.imageChartStorage.s3.region', 'a', 'b')],
  ),
  valuesOf(
    'nextcloud',
    'warning FX559',
    [from('nextcloud.objectStore.s3.bucket', 'a', 'b')],
    [from('nextcloud.objectStore.s3.region', 'a', 'b')],
  ),
];

/** Rows about operators, clouds and backups, with near misses. */
export const operatorCases: readonly TransitionCase[] = [
  ...backupCases,
  ...cloudCases,
  ...addresses,
  ...stops,
  ...versionCases,
  ...storageCases,
  ...controllers,
  ...charts,
];
