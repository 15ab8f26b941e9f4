import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { at, from, valuesOf } from './changes-of.js';

type Says = TransitionCase['says'];

/** A value that is set and gets another one: not if it's set for the first time. */
const others = (says: Says, chart: string, ...paths: readonly string[]): readonly TransitionCase[] =>
  paths.map((path) => valuesOf(chart, says, [from(path, 'a', 'b')], [from(path, undefined, 'b')]));

const SERVER = [
  'server.persistence',
  'server.persistence.data',
  'server.persistentVolume',
  'server.persistentVolume.data',
];
const own = { enabled: true, size: '8Gi' };

/** Values of claims, wherever charts have them. */
const claims: readonly TransitionCase[] = [
  ...SERVER.map((path) =>
    valuesOf(
      'web',
      'warning FX516',
      [
        [at(`${path}`, own), at(`${path}`, { ...own, enabled: false })],
        [at(path, own), at(path, { ...own, existingClaim: 'shop' })],
        [at(path, { ...own, type: 'pvc' }), at(path, { ...own, type: 'emptyDir' })],
        [at(path, { enabled: true, existingClaim: 'shop' }), at(path, { enabled: true })],
        [at(path, { ...own, size: '8Gi' }), at(path, { ...own, size: '4Gi' })],
        [at(path, { ...own, storageClass: 'gp2' }), at(path, { ...own, storageClass: 'gp3' })],
        [at(path, { ...own, storageClassName: 'gp2' }), at(path, { ...own, storageClassName: 'gp3' })],
      ],
      [
        [at(path, { ...own, enabled: false }), at(path, own)],
        [at(path, { enabled: true, existingClaim: 'shop' }), at(path, { enabled: true, existingClaim: 'web' })],
        [at(path, { ...own, enabled: false, type: 'pvc' }), at(path, { ...own, enabled: false, type: 'emptyDir' })],
        [at(path, { ...own, enabled: false, size: '8Gi' }), at(path, { ...own, enabled: false, size: '4Gi' })],
        [at(path, { ...own, size: '1Gi' }), at(path, { ...own, size: '1024Mi' })],
      ],
    ),
  ),
  ...SERVER.map((path) =>
    valuesOf('web', 'notice FX559', [
      [at(path, own), at(path, { ...own, size: '16Gi' })],
      [at(path, own), at(path, { ...own, storageClass: 'gp3' })],
      [at(path, own), at(path, { ...own, storageClassName: 'gp3' })],
    ]),
  ),
  ...['persistence', 'persistentVolume'].map((name) =>
    valuesOf(
      'web',
      'warning FX516',
      [[at(`server.${name}`, { data: { size: '8Gi' }, other: {} }), at(`server.${name}`, { other: {} })]],
      [[at(`server.${name}`, { data: { size: '8Gi', retain: true }, other: {} }), at(`server.${name}`, { other: {} })]],
    ),
  ),
  valuesOf(
    'web',
    'warning FX516',
    [],
    [
      [
        at('server.persistence', { enabled: false }),
        at('server.persistence', { enabled: false, existingClaim: 'shop' }),
      ],
    ],
  ),
  ...['prometheus', 'alertmanager', 'thanosRuler'].flatMap((name) =>
    ['storage', 'storageSpec'].map((storage) => {
      const path = `${name}.${name}Spec.${storage}.volumeClaimTemplate`;
      const template = { spec: { resources: { requests: { storage: '50Gi' } } } };
      return valuesOf(
        'kube-prometheus-stack',
        'warning FX516',
        [from(path, template, undefined)],
        [from(path, undefined, template)],
      );
    }),
  ),
];

const image = (repository: string, tag: string) => ({ repository, tag });
const ofCharts: readonly TransitionCase[] = [
  valuesOf(
    'web',
    'warning FX516',
    [
      from('sub.nameOverride', 'shop', 'web'),
      from('redis.install', true, false),
      from('sub.serviceType', 'LoadBalancer', 'ClusterIP'),
      from('redis.image', image('redis', '8.0.1'), image('redis', '7.4.2')),
      from('redis.imageTag', '8.0.1', '7.4.2'),
      from('cache.image', 'docker.io/library/redis:8.0.1', 'docker.io/library/redis:7.4.2'),
      ...['retention', 'retentionPeriod', 'retention_period', 'retentionPolicy'].map((key) =>
        from(`server.${key}`, '30d', '7d'),
      ),
      from('server.retentionSize', '50GB', '10GB'),
      from('server.service.loadBalancerIP', '192.0.2.1', '192.0.2.2'),
    ],
    [
      from('redis.install', false, true),
      from('sub.serviceType', 'ClusterIP', 'LoadBalancer'),
      from('redis.image', image('redis', '7.4.2'), image('redis', '8.0.1')),
      from('web.image', image('web', '8.0.1'), image('web', '7.4.2')),
      from('cache.image', 'docker.io/library/redis:7.4.2', 'docker.io/library/redis:8.0.1'),
      from('server.retention', '7d', '30d'),
      from('server.retentionSize', '10GB', '50GB'),
      from('server.service.loadBalancerIP', undefined, '192.0.2.1'),
    ],
  ),
  ...['iam.gke.io/gcp-service-account', 'azure.workload.identity/client-id'].map((name) => {
    const path = (parent: string) => `server.${parent}.annotations.'${name}'`;
    return valuesOf(
      'web',
      'warning FX559',
      [from(path('serviceAccount'), 'shop', 'web')],
      [from(path('pod'), 'shop', 'web')],
    );
  }),
];

const location = (value: JsonObject) => at('configuration.backupStorageLocation', [{ name: 'default', ...value }]);
const template = (value: JsonObject) => ({ schedules: { daily: { schedule: '@daily', template: value } } });
const single: readonly TransitionCase[] = [
  ...others('warning FX559', 'authentik', 'authentik.postgresql.name', 'authentik.postgresql.host'),
  ...others(
    'warning FX559',
    'harbor',
    ...['type', 's3.bucket', 's3.rootdirectory', 'gcs.bucket', 'azure.container'].map(
      (value) => `persistence.imageChartStorage.${value}`,
    ),
  ),
  ...others('warning FX559', 'loki', ...['chunks', 'ruler', 'admin'].map((one) => `loki.storage.bucketNames.${one}`)),
  ...others('warning FX559', 'nextcloud', 'nextcloud.objectStore.s3.bucket'),
  valuesOf(
    'external-dns',
    'warning FX559',
    [from('provider.name', 'aws', 'google')],
    [from('provider.name', undefined, 'aws')],
  ),
  ...['txtPrefix', 'txtSuffix'].map((value) =>
    valuesOf('external-dns', 'warning FX559', [from(value, 'a-', 'b-')], [from(value, undefined, '')]),
  ),
  valuesOf(
    'velero',
    'warning FX559',
    [
      [location({ accessMode: 'ReadWrite' }), location({ accessMode: 'ReadOnly' })],
      [template({ excludedNamespaces: ['kube-system'] }), template({ excludedNamespaces: ['kube-system', 'shop'] })],
      [template({ includedNamespaces: ['shop', 'web'] }), template({ includedNamespaces: ['web'] })],
    ],
    [
      [location({ accessMode: 'ReadOnly' }), location({ accessMode: 'ReadWrite' })],
      [location({}), location({ bucket: '', prefix: '' })],
      [template({ excludedNamespaces: ['kube-system', 'shop'] }), template({ excludedNamespaces: ['kube-system'] })],
      [template({ includedNamespaces: ['web'] }), template({ includedNamespaces: ['shop', 'web'] })],
      from('snapshotsEnabled', false, true),
      [{ schedules: { daily: { paused: true } } }, { schedules: { daily: { paused: false } } }],
    ],
  ),
  ...['cephBlockPools', 'cephFileSystems', 'cephObjectStores'].map((list) =>
    valuesOf(
      'rook-ceph-cluster',
      'warning FX516',
      [from(list, [{ name: 'a' }, { name: 'b' }], [{ name: 'a' }])],
      [from(list, [{ name: 'a' }], [{ name: 'a' }, { name: 'b' }])],
    ),
  ),
];

/** Values of charts: those that many charts have, and those of a single one. */
export const chartCases: readonly TransitionCase[] = [...claims, ...ofCharts, ...single];
