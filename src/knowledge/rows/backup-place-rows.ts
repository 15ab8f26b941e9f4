import { objectsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Sides, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { becomes, both, changed, left, removed } from '../form/when.js';

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';
const CNPG = 'postgresql.cnpg.io/Cluster';
const STORE = 'barmancloud.cnpg.io/ObjectStore';
const PXC = 'pxc.percona.com/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/PerconaServerMongoDB';
const K8UP = 'k8up.io/Schedule';
const VOLSYNC = 'volsync.backube/ReplicationSource';

type Row = Pick<EffectRow, 'on' | 'at' | 'when'> & Partial<EffectRow>;

const stops = (row: Row): EffectRow => ({
  severity: 'warning',
  says: 'no longer makes backups',
  effect: 'existing backups get older until they expire, and no more are made',
  instead: 'keep it, or check that something else makes backups of the same data',
  ...row,
});
/** By a switch that says what it does. */
const paused = (row: Row): EffectRow =>
  stops({
    severity: 'notice',
    says: 'makes no backups until it is resumed',
    instead: 'revert the change, or resume it as soon as you can',
    ...row,
  });

const elsewhere = (on: EffectRow['on'], at: string, when: When = changed): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says: 'makes its backups in another place',
  effect:
    'existing backups stay in the old place: nothing lists, restores or expires them there, and the new place has none at first',
  instead: 'revert the change, copy the backups, or keep the old place reachable until they are no longer needed',
});

/** Namespaces of a Velero backup that are in it no longer, and stay. */
const missesNamespace = (was: unknown, is: unknown, { before, after }: Sides): boolean => {
  const [old, now] = [was, is].map((one) => (Array.isArray(one) && one.length > 0 ? one.map(String) : ['*']));
  if (now!.includes('*')) return false;
  const [had, has] = [before, after].map(
    ({ index }) => new Set(index.ofKind('', 'Namespace').map(({ id }) => id.name)),
  );
  return old!.some((name) => !now!.includes(name) && (!had!.has(name) || has!.has(name)));
};
const excludesMore: When = (was, is) => {
  const old = Array.isArray(was) ? was : [];
  return Array.isArray(is) && is.some((one) => !old.includes(one));
};
const ofVelero = (field: string) =>
  [
    ['velero.io/Schedule', `spec.${field}`],
    [RELEASE, `spec.values.schedules.*.${field}`],
  ].map(([on, at]) => ({ on: on!, at: at!, ...(on === RELEASE ? { chart: 'velero' } : {}) }));

/** The plugin is CloudNativePG's successor of `barmanObjectStore`. */
const archives = (json: JsonObject): boolean =>
  objectsOf(readField(json, 'spec.plugins')).some(
    ({ name, isWALArchiver, enabled }) =>
      enabled !== false && (isWALArchiver === true || name === 'barman-cloud.cloudnative-pg.io'),
  );
const makesBackups = (json: JsonObject): boolean =>
  archives(json) ||
  ['barmanObjectStore', 'volumeSnapshot'].some((key) => readField(json, `spec.backup.${key}`) !== undefined);
const losesBackups: When = (_, __, { from, to }) => makesBackups(from) && !makesBackups(to);
const hasStore: When = (_, __, { from, to }) =>
  [from, to].every((json) => readField(json, 'spec.backup.barmanObjectStore') !== undefined);
/** Barman reads a path with a slash at its end as one without. */
const isOtherUrl: When = (was, is, sides) => changed(was, is, sides) && bare(was) !== bare(is);
const bare = (url: unknown): unknown => (typeof url === 'string' ? url.replace(/\/+$/, '') : url);
const nameOf: When = (was, is, { object }) => (was ?? object.id.name) !== (is ?? object.id.name);

/** Backups that stop, and backups that go to another place. */
export const backupPlaceRows: readonly EffectRow[] = [
  // https://velero.io/docs/main/api-types/schedule/;
  // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/schedule.yaml
  ...ofVelero('paused').map((row) => paused({ ...row, when: becomes(true) })),
  ...ofVelero('template.includedNamespaces').map((row) =>
    stops({ ...row, when: missesNamespace, says: 'no longer backs up a namespace' }),
  ),
  ...ofVelero('template.excludedNamespaces').map((row) =>
    stops({ ...row, when: excludesMore, says: 'no longer backs up a namespace' }),
  ),
  // https://velero.io/docs/main/api-types/backupstoragelocation/
  ...(
    [
      ['velero.io/BackupStorageLocation', 'spec.accessMode'],
      [RELEASE, 'spec.values.configuration.backupStorageLocation[name].accessMode'],
    ] as const
  ).map(([on, at]) =>
    stops({
      on,
      at,
      when: becomes('ReadOnly'),
      ...(on === RELEASE ? { chart: 'velero' } : {}),
      says: 'no longer takes backups',
      effect: 'Velero neither makes nor deletes backups in a place that is read-only',
    }),
  ),
  // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/schedule.yaml
  stops({
    on: RELEASE,
    at: 'spec.values.schedules.*.disabled',
    when: becomes(true),
    chart: 'velero',
    says: 'no longer makes the backups of a schedule',
    effect: 'Helm deletes the Schedule; its backups stay until they expire, and no more are made',
  }),
  // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/backupstoragelocation.yaml and
  // volumesnapshotlocation.yaml in the same folder.
  ...['backupsEnabled', 'snapshotsEnabled'].map((key) =>
    stops({
      on: RELEASE,
      at: `spec.values.${key}`,
      when: becomes(false),
      chart: 'velero',
      says: 'loses its places for backups',
      effect: `Helm deletes the ${key === 'backupsEnabled' ? 'BackupStorageLocations' : 'VolumeSnapshotLocations'}, and backups that need one fail`,
    }),
  ),
  // https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/backup.md and
  // https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/wal_archiving.md
  paused({ on: 'postgresql.cnpg.io/ScheduledBackup', at: 'spec.suspend', when: becomes(true) }),
  stops({
    on: CNPG,
    at: 'spec.backup',
    when: both(left, losesBackups),
    effect: 'the operator no longer archives the WAL: there is no point to restore to after the last one that it has',
  }),
  stops({
    on: CNPG,
    at: 'spec.plugins',
    when: both(left, losesBackups, (_, __, { from }) => archives(from)),
    effect: 'the plugin no longer archives the WAL: there is no point to restore to after the last one that it has',
  }),
  ...['destinationPath', 'serverName', 'endpointURL'].map((field) =>
    elsewhere(
      CNPG,
      `spec.backup.barmanObjectStore.${field}`,
      both(hasStore, field === 'serverName' ? nameOf : isOtherUrl),
    ),
  ),
  // https://cloudnative-pg.io/plugin-barman-cloud/docs/object_stores/ and
  // https://cloudnative-pg.io/plugin-barman-cloud/docs/parameters/
  ...['destinationPath', 'endpointURL'].map((field) => elsewhere(STORE, `spec.configuration.${field}`, isOtherUrl)),
  ...['barmanObjectName', 'serverName'].map((field) => elsewhere(CNPG, `spec.plugins[name].parameters.${field}`)),
  // `reconcileBackups`: https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/controller/pxc/backup.go;
  // `reconcileBackupTasks`:
  // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/controller/perconaservermongodb/backup.go
  ...(
    [
      [PXC, 'schedule'],
      [MONGO, 'tasks'],
    ] as const
  ).map(([on, list]) =>
    stops({
      on,
      at: `spec.backup.${list}[name]`,
      when: removed,
      shows: 'name',
      says: 'no longer makes the backups of a schedule',
      effect: 'the operator takes the schedule out; its backups stay, and no more are made',
    }),
  ),
  paused({ on: MONGO, at: 'spec.backup.tasks[name].enabled', when: becomes(false) }),
  ...[PXC, MONGO].map((on) =>
    paused({
      on,
      at: 'spec.backup.pitr.enabled',
      when: (was, is) => was === true && is !== true,
      says: 'no longer keeps what is between two backups',
      instead: 'revert the change if it is not intended',
      effect: 'without the logs of changes, the database can be restored to the time of a backup only',
    }),
  ),
  ...[
    ...['s3.bucket', 'azure.container'].map((field) => [PXC, field] as const),
    ...['s3', 'gcs', 'minio', 'oss'].flatMap((kind) =>
      ['bucket', 'prefix'].map((field) => [MONGO, `${kind}.${field}`] as const),
    ),
    [MONGO, 'azure.container'] as const,
  ].map(([on, field]) => elsewhere(on, `spec.backup.storages.*.${field}`)),
  // https://docs.k8up.io/k8up/references/schedule-specification.html and
  // https://docs.k8up.io/k8up/references/object-specifications.html
  ...['s3.bucket', 's3.endpoint', 'gcs.bucket', 'b2.bucket'].map((field) => elsewhere(K8UP, `spec.backend.${field}`)),
  stops({ on: K8UP, at: 'spec.backup', when: removed }),
  // https://volsync.readthedocs.io/en/stable/usage/restic/index.html
  paused({ on: VOLSYNC, at: 'spec.paused', when: becomes(true) }),
  elsewhere(VOLSYNC, 'spec.restic.repository'),
  // https://longhorn.io/docs/latest/snapshots-and-backups/backup-and-restore/set-backup-target/
  elsewhere('longhorn.io/BackupTarget', 'spec.backupTargetURL'),
];
