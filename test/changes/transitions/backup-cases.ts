import type { TransitionCase } from './cases.js';
import { at, changesOf, from, valuesOf } from './changes-of.js';
import { object } from './judge.js';

const CNPG = 'postgresql.cnpg.io/v1/Cluster';
const STORE = 'barmancloud.cnpg.io/v1/ObjectStore';
const PXC = 'pxc.percona.com/v1/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/v1/PerconaServerMongoDB';
const PG = 'pgv2.percona.com/v2/PerconaPGCluster';
const K8UP = 'k8up.io/v1/Schedule';
const VOLSYNC = 'volsync.backube/v1alpha1/ReplicationSource';
const JOB = 'longhorn.io/v1beta2/RecurringJob';
const VELERO = 'velero.io/v1/Schedule';

const schedule = (rest: object, name = 'daily') => at('backup.schedule', [{ name, schedule: '0 0 * * *', ...rest }]);
const tasks = (rest: object) => at('backup.tasks', [{ name: 'daily', enabled: true, ...rest }]);
const count = (value: number, deleteFromStorage = true) => ({
  retention: { type: 'count', count: value, deleteFromStorage },
});
const global = (full: string, type = 'count') =>
  at('backups.pgbackrest.global', { 'repo1-retention-full': full, 'repo1-retention-full-type': type });
const k8up = (retention: object) => at('prune.retention', retention);
const restic = (retain: object | undefined) => at('restic', { repository: 'a', retain });
const job = (task: string, retain = 5, rest: object = {}) => ({ task, retain, ...rest });
const store = (rest: object = {}) => at('backup', { barmanObjectStore: { destinationPath: 's3://a/', ...rest } });
const plugin = (parameters: object = { barmanObjectName: 'a' }) =>
  at('plugins', [{ name: 'barman-cloud.cloudnative-pg.io', isWALArchiver: true, parameters }]);
const location = (accessMode: string) => at('configuration.backupStorageLocation', [{ name: 'default', accessMode }]);
const namespace = (name: string) => ({ ...object('Namespace', {}), metadata: { name } });

/** How long backups are kept, whether they are made, and where. */
export const backupCases: readonly TransitionCase[] = [
  changesOf(
    CNPG,
    'warning FX516',
    [from('backup.retentionPolicy', '30d', '1d'), from('backup.retentionPolicy', '2m', '8w')],
    [
      from('backup.retentionPolicy', '4w', '28d'),
      from('backup.retentionPolicy', '1d', '30d'),
      from('backup.retentionPolicy', '30d', undefined),
    ],
  ),
  changesOf(STORE, 'warning FX516', [from('retentionPolicy', '4w', '7d')], [from('retentionPolicy', '7d', '1w')]),
  changesOf(
    STORE,
    'notice FX559',
    [
      [
        at('configuration', { destinationPath: 'a' }),
        { configuration: { destinationPath: 'a' }, retentionPolicy: '7d' },
      ],
    ],
    [from('instanceSidecarConfiguration.logLevel', 'info', 'debug')],
  ),
  changesOf(
    CNPG,
    'notice FX559',
    [[store(), at('backup', { barmanObjectStore: { destinationPath: 's3://a/' }, retentionPolicy: '7d' })]],
    [[{}, at('backup', { barmanObjectStore: { destinationPath: 's3://a/' }, retentionPolicy: '7d' })]],
  ),
  changesOf(
    PXC,
    'warning FX516',
    [
      [schedule({ keep: 7 }), schedule({ keep: 1 })],
      [schedule({ keep: 0 }), schedule({ keep: 5 })],
      [schedule(count(7)), schedule(count(1))],
    ],
    [
      [schedule({ keep: 7 }), schedule({ keep: 0 })],
      [schedule({ keep: 7 }), schedule(count(7))],
      [schedule(count(7)), schedule(count(1, false))],
    ],
  ),
  changesOf(MONGO, 'warning FX516', [[tasks(count(7)), tasks(count(3))]], [[tasks(count(3)), tasks(count(7))]]),
  ...[PG, 'postgres-operator.crunchydata.com/v1beta1/PostgresCluster'].map((type) =>
    changesOf(
      type,
      'warning FX516',
      [[global('14'), global('2')]],
      [
        [global('2'), global('14')],
        [global('14', 'time'), global('2')],
      ],
    ),
  ),
  changesOf(
    K8UP,
    'warning FX516',
    [
      [k8up({ keepDaily: 14 }), k8up({ keepDaily: 1 })],
      [k8up({ keepDaily: 14, keepLast: 5 }), k8up({ keepLast: 5 })],
    ],
    [
      [k8up({ keepDaily: 1 }), k8up({ keepDaily: 14 })],
      [k8up({ keepDaily: 14 }), k8up({})],
      [k8up({ keepDaily: 14 }), {}],
    ],
  ),
  changesOf(
    VOLSYNC,
    'warning FX516',
    [
      [restic({ daily: 7 }), restic({ daily: 1 })],
      [restic({ daily: 7 }), restic(undefined)],
      [restic({ last: '5' }), restic({ last: '2' })],
    ],
    [
      [restic({ daily: 1 }), restic({ daily: 7 })],
      [restic({ daily: 7 }), restic({ within: '30d' })],
      [restic({ daily: 7 }), {}],
    ],
  ),
  changesOf(
    JOB,
    'warning FX516',
    [
      [job('backup', 14), job('backup', 1)],
      [job('snapshot'), job('snapshot-delete')],
    ],
    [
      [job('backup', 1), job('backup', 14)],
      [job('filesystem-trim', 5), job('filesystem-trim', 0)],
      [job('backup', 5, { retentionPolicy: 'age-based' }), job('backup', 1, { retentionPolicy: 'age-based' })],
      [job('snapshot'), job('snapshot-force-create')],
    ],
  ),
  changesOf(JOB, 'warning FX559', [[job('backup'), job('snapshot')]], [[job('backup'), job('backup-force-create')]]),
  changesOf(VELERO, 'notice FX559', [from('paused', undefined, true)], [from('paused', true, false)]),
  changesOf(
    VELERO,
    'warning FX559',
    [
      from('template.includedNamespaces', ['a', 'b'], ['a']),
      from('template.includedNamespaces', undefined, ['a']),
      from('template.includedNamespaces', ['*'], ['a']),
      from('template.excludedNamespaces', undefined, ['a']),
    ],
    [
      from('template.includedNamespaces', ['a'], ['b', 'a']),
      from('template.includedNamespaces', ['a'], ['*']),
      from('template.includedNamespaces', ['a'], undefined),
      from('template.excludedNamespaces', ['a', 'b'], ['a']),
    ],
    [namespace('b')],
  ),
  changesOf(
    'velero.io/v1/BackupStorageLocation',
    'warning FX559',
    [from('accessMode', undefined, 'ReadOnly')],
    [from('accessMode', 'ReadOnly', 'ReadWrite')],
  ),
  valuesOf(
    'velero',
    'warning FX559',
    [
      [location('ReadWrite'), location('ReadOnly')],
      from('schedules.a', {}, { disabled: true }),
      from('schedules.a.template.includedNamespaces', ['a', 'b'], ['b']),
      from('backupsEnabled', undefined, false),
      from('snapshotsEnabled', true, false),
    ],
    [from('schedules.a', { disabled: true }, {}), from('backupsEnabled', false, true)],
  ),
  valuesOf('velero', 'notice FX559', [from('schedules.a', {}, { paused: true })]),
  changesOf(
    'postgresql.cnpg.io/v1/ScheduledBackup',
    'notice FX559',
    [from('suspend', undefined, true)],
    [from('suspend', true, false)],
  ),
  changesOf(
    CNPG,
    'warning FX559',
    [
      [store(), {}],
      [plugin(), {}],
      [store(), store({ destinationPath: 's3://b/' })],
      [store(), store({ serverName: 'other' })],
      [plugin(), plugin({ barmanObjectName: 'b' })],
      [plugin({ barmanObjectName: 'a', serverName: 'a' }), plugin({ barmanObjectName: 'a', serverName: 'b' })],
    ],
    [
      [store(), plugin()],
      [store(), store({ serverName: 'x' })],
      [{}, store({ serverName: 'other' })],
      [{}, plugin()],
    ],
  ),
  changesOf(
    STORE,
    'warning FX559',
    [from('configuration.destinationPath', 's3://a/', 's3://b/')],
    [
      from('configuration.destinationPath', 's3://a/', 's3://a'),
      from('configuration.wal.compression', 'gzip', 'bzip2'),
    ],
  ),
  changesOf(
    PXC,
    'warning FX559',
    [
      [schedule({}), at('backup.schedule', [])],
      [schedule({}), schedule({}, 'hourly')],
      from('backup.storages.s3.s3.bucket', 'a', 'b'),
      from('backup.storages.blob.azure.container', 'a', 'b'),
    ],
    [from('backup.storages.s3.s3.region', 'a', 'b'), from('backup.storages', { a: {} }, { a: {}, b: {} })],
  ),
  changesOf(
    MONGO,
    'warning FX559',
    [
      [tasks({}), at('backup.tasks', [])],
      from('backup.storages.a.gcs.bucket', 'a', 'b'),
      from('backup.storages.a.s3.prefix', 'a', 'b'),
    ],
    [[tasks({}), tasks({ schedule: '@daily' })]],
  ),
  changesOf(
    MONGO,
    'notice FX559',
    [[tasks({}), tasks({ enabled: false })], from('backup.pitr.enabled', true, false)],
    [from('backup.pitr.enabled', false, true)],
  ),
  changesOf(
    K8UP,
    'warning FX559',
    [from('backend.s3.bucket', 'a', 'b'), from('backup', { schedule: '@daily' }, undefined)],
    [from('backend.s3.accessKeyIDSecretRef.name', 'a', 'b'), from('backup.schedule', '@daily', '@hourly')],
  ),
  changesOf(VOLSYNC, 'notice FX559', [from('paused', undefined, true)], [from('paused', true, undefined)]),
  changesOf(VOLSYNC, 'warning FX559', [from('restic.repository', 'a', 'b')]),
  changesOf(
    'longhorn.io/v1beta2/BackupTarget',
    'warning FX559',
    [from('backupTargetURL', 's3://a@b/', 's3://c@b/')],
    [from('pollInterval', '1m', '2m')],
  ),
];
