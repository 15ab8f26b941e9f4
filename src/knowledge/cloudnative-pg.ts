import { objectsOf } from '../json/as-shape.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { readField } from '../json/read-field.js';
import { keepsFewerBackups, movesBackups, pausesBackups, stopsBackups } from './form/backups.js';
import type { EffectRow, When } from './form/effect.js';
import { sameImage, tagOf } from './form/images.js';
import { unlessField } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { LOAD_BALANCER, leavesBalancer, losesBalancer } from './form/load-balancers.js';
import { losesDatabase, losesManagedDatabase } from './form/lost-with-object.js';
import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { stops } from './form/stopped.js';
import { lower, refusesOlder } from './form/versions.js';
import { added, becomes, both, changed, isShorterWindow, left, removed, shrinks } from './form/when.js';

const CLUSTER = 'postgresql.cnpg.io/Cluster';
const DATABASE = 'postgresql.cnpg.io/Database';
/** The plugin's kind, which replaces `barmanObjectStore`. */
const STORE = 'barmancloud.cnpg.io/ObjectStore';
const SERVICES = 'spec.managed.services.additional[serviceTemplate.metadata.name]';

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
/** Barman ignores a trailing slash in a path. */
const isOtherUrl: When = (was, is, sides) => changed(was, is, sides) && bare(was) !== bare(is);
const bare = (url: unknown): unknown => (typeof url === 'string' ? url.replace(/\/+$/, '') : url);
const nameOf: When = (was, is, { object }) => (was ?? object.id.name) !== (is ?? object.id.name);

/**
 * Backups that stop, go to another place, or are kept for a shorter time.
 *
 * - https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/backup.md
 * - https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/wal_archiving.md
 * - https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/appendixes/backup_barmanobjectstore.md
 * - https://cloudnative-pg.io/plugin-barman-cloud/docs/object_stores/
 * - https://cloudnative-pg.io/plugin-barman-cloud/docs/parameters/
 * - https://cloudnative-pg.io/plugin-barman-cloud/docs/retention/
 */
const backups: readonly EffectRow[] = [
  pausesBackups({ on: 'postgresql.cnpg.io/ScheduledBackup', at: 'spec.suspend', when: becomes(true) }),
  stopsBackups({
    on: CLUSTER,
    at: 'spec.backup',
    when: both(left, losesBackups),
    effect: 'the operator no longer archives the WAL: there is no point to restore to after the last one that it has',
  }),
  stopsBackups({
    on: CLUSTER,
    at: 'spec.plugins',
    when: both(left, losesBackups, (_, __, { from }) => archives(from)),
    effect: 'the plugin no longer archives the WAL: there is no point to restore to after the last one that it has',
  }),
  ...['destinationPath', 'serverName', 'endpointURL'].map((field) =>
    movesBackups(
      CLUSTER,
      `spec.backup.barmanObjectStore.${field}`,
      both(hasStore, field === 'serverName' ? nameOf : isOtherUrl),
    ),
  ),
  ...['destinationPath', 'endpointURL'].map((field) => movesBackups(STORE, `spec.configuration.${field}`, isOtherUrl)),
  ...['barmanObjectName', 'serverName'].map((field) => movesBackups(CLUSTER, `spec.plugins[name].parameters.${field}`)),
  ...(
    [
      [CLUSTER, 'spec.backup.retentionPolicy', 'spec.backup.barmanObjectStore'],
      [STORE, 'spec.retentionPolicy', 'spec.configuration'],
    ] as const
  ).flatMap(([on, at, place]): readonly EffectRow[] => [
    keepsFewerBackups(on, at, isShorterWindow),
    {
      on,
      at,
      when: both(added, (_, __, { from }) => readField(from, place) !== undefined),
      severity: 'notice',
      says: 'deletes old backups from now on',
      effect: 'without a retention policy, all backups stay; with one, those from before its window are deleted',
    },
  ]),
];

const unremovable = (at: string, what: string): EffectRow => ({
  on: CLUSTER,
  at,
  when: removed,
  ...(at.endsWith('[name]') ? { shows: 'name' } : {}),
  severity: 'warning',
  says: `removes ${what}, which the operator refuses`,
  effect: "the data on it would be lost, so the apply fails if the operator's webhook is installed",
  instead: 'revert the change; to go without it, restore a backup into a new Cluster',
});

const olderImage = [
  'CloudNativePG refuses',
  "an older major version can't read the data, so the apply fails if the operator's webhook is installed",
] as const;

/** A database that no longer runs, or no longer takes writes. */
const stopped: readonly EffectRow[] = [
  // https://cloudnative-pg.io/documentation/current/declarative_hibernation/ and /fencing/
  stops(
    CLUSTER,
    annotationAt('cnpg.io/hibernation'),
    becomes('on'),
    'stops its database',
    'the operator deletes the pods and keeps the claims; nothing can connect until the annotation is off',
  ),
  stops(
    CLUSTER,
    annotationAt('cnpg.io/fencedInstances'),
    (was, is) => is !== undefined && is !== '[]' && is !== was,
    'stops PostgreSQL in the instances that the annotation names',
    'the pods stay without a server; while the primary is among them, nothing can write',
  ),
  // https://cloudnative-pg.io/documentation/current/replica_cluster/
  {
    on: CLUSTER,
    at: 'spec.replica.enabled',
    when: becomes(true),
    severity: 'warning',
    says: 'becomes a replica of another cluster',
    effect:
      'it takes no more writes, and follows its source; what it has written and the source has not got is lost for clients',
    instead: 'revert the change, or first promote the other cluster and let clients use it',
  },
];

/** CloudNativePG and its plugin for Barman Cloud. https://cloudnative-pg.io/documentation/current/ */
export const cloudnativePg = defineProject({
  name: 'CloudNativePG',
  effects: [
    losesDatabase(CLUSTER),
    // https://cloudnative-pg.io/documentation/current/declarative_database_management/
    losesManagedDatabase(DATABASE, {
      ...unlessField('spec.databaseReclaimPolicy', 'delete'),
      setting: 'spec.databaseReclaimPolicy: retain',
    }),
    // https://github.com/cloudnative-pg/cloudnative-pg/blob/main/pkg/reconciler/persistentvolumeclaim/delete.go
    {
      on: CLUSTER,
      at: 'spec.instances',
      when: shrinks,
      severity: 'notice',
      says: 'gets fewer instances',
      effect: 'the operator deletes the claims of the removed instances; the remaining ones have the same data',
      instead: 'first check that the remaining instances have caught up, and that there is a backup',
    },
    // `validateStorageChange`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/webhook/v1/cluster_webhook.go
    ...['storage', 'walStorage'].map(
      (field): EffectRow => ({
        on: CLUSTER,
        at: `spec.${field}.size`,
        when: shrinks,
        severity: 'warning',
        says: 'asks for smaller volumes, which the operator refuses',
        effect: "a volume can't shrink, so the apply fails if the operator's webhook is installed",
        instead: 'revert the change; for smaller volumes, restore a backup into a new Cluster',
      }),
    ),
    // `reconcileManagedServices`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/controller/cluster_create.go
    leavesBalancer(CLUSTER, `${SERVICES}.serviceTemplate.spec.type`),
    {
      on: CLUSTER,
      at: SERVICES,
      when: both(removed, (was) => valueAt(was, ['serviceTemplate', 'spec', 'type']) === LOAD_BALANCER),
      shows: 'selectorType',
      severity: 'error',
      ...losesBalancer,
    },
    // https://cloudnative-pg.io/documentation/current/declarative_database_management/
    {
      on: DATABASE,
      at: 'spec.ensure',
      when: becomes('absent'),
      severity: 'error',
      destroys: 'the database that it manages, with its data',
      effect: 'the operator drops the database',
      instead: 'to keep it, leave spec.ensure: present',
    },
    deletesOnRemoval(DATABASE, 'spec.databaseReclaimPolicy', becomes('delete'), 'the database'),
    ...backups,
    // `validateWalStorageChange` and `validateTablespacesChange`: https://github.com/cloudnative-pg/cloudnative-pg/blob/main/internal/webhook/v1/cluster_webhook.go
    unremovable('spec.walStorage', 'the volume of its WAL'),
    unremovable('spec.tablespaces[name]', 'a tablespace'),
    // `validateImageChange`, in the same file.
    refusesOlder(CLUSTER, 'spec.imageName', both(lower(1, tagOf), sameImage), ...olderImage),
    refusesOlder(CLUSTER, 'spec.imageCatalogRef.major', lower(1), ...olderImage),
    ...stopped,
  ],
});
