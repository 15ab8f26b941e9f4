import { fieldsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { added, becomes, both, has, isShorterWindow, keepsFewer, not, shrinks, where } from '../form/when.js';

const CNPG = 'postgresql.cnpg.io/Cluster';
const STORE = 'barmancloud.cnpg.io/ObjectStore';
const PXC = 'pxc.percona.com/PerconaXtraDBCluster';
const MONGO = 'psmdb.percona.com/PerconaServerMongoDB';
const VOLSYNC = 'volsync.backube/ReplicationSource';
const K8UP = 'k8up.io/Schedule';
const JOB = 'longhorn.io/RecurringJob';

const instead = 'to keep them, leave the setting as it is, or copy the backups to another place first';
const later = 'and a longer setting later brings nothing back';

/** Backups that a tool deletes by itself once the setting allows it. */
const keepsLess = (on: EffectRow['on'], at: string, when: When, shows?: string): EffectRow => ({
  on,
  at,
  when,
  ...(shows === undefined ? {} : { shows }),
  severity: 'warning',
  destroys: 'backups that only the old setting keeps',
  effect: `the next run deletes the backups that are over the new limit, ${later}`,
  instead,
});

/** For Percona's operators, `retention` goes before `keep`, and the files may stay. */
const countShrinks: When = (was, is, sides) => {
  const [old, now] = [fieldsOf(was), fieldsOf(is)];
  return now['deleteFromStorage'] !== false && keepsFewer(old['count'], now['count'], sides);
};

/** What an option of pgBackRest counts: https://pgbackrest.org/configuration.html#section-repository */
const sameType =
  (key: string): When =>
  (_, __, { from, to }) => {
    const [old, now] = [from, to].map(
      (json) => fieldsOf(readField(json, 'spec.backups.pgbackrest.global'))[`${key}-type`] ?? 'count',
    );
    return old === now;
  };
const pgBackRest = ['pgv2.percona.com/PerconaPGCluster', 'postgres-operator.crunchydata.com/PostgresCluster'];

const countOf = (value: unknown): number => Number(value ?? 0);
/** `restic forget` keeps all where no rule is left. */
const ruleShrinks =
  (policy: string, keepsByDefault: boolean): When =>
  (was, is, { to }) => {
    const rules = Object.values(fieldsOf(readField(to, policy)));
    return countOf(is) < countOf(was) && (!keepsByDefault || rules.some((one) => countOf(one) > 0));
  };
/** A rule by age takes the place of those by number. */
const hasNewAge: When = (_, __, { from, to }) =>
  [from, to]
    .map((json) => readField(json, 'spec.restic.retain.within'))
    .every((one, at) => (one !== undefined) === (at === 1));

const isBackup = ['backup', 'backup-force-create'] as const;
const byCount = both(
  shrinks,
  not(where('spec.retentionPolicy', 'age-based')),
  not(where('spec.task', 'filesystem-trim', 'snapshot-cleanup')),
);

/** How long tools of backup and operators of databases keep what they have made. */
export const backupRows: readonly EffectRow[] = [
  // https://github.com/cloudnative-pg/cloudnative-pg/blob/main/docs/src/appendixes/backup_barmanobjectstore.md and
  // https://cloudnative-pg.io/plugin-barman-cloud/docs/retention/
  keepsLess(CNPG, 'spec.backup.retentionPolicy', isShorterWindow),
  keepsLess(STORE, 'spec.retentionPolicy', isShorterWindow),
  ...(
    [
      [CNPG, 'spec.backup.retentionPolicy', 'spec.backup.barmanObjectStore'],
      [STORE, 'spec.retentionPolicy', 'spec.configuration'],
    ] as const
  ).map(
    ([on, at, place]): EffectRow => ({
      on,
      at,
      when: both(added, (_, __, { from }) => readField(from, place) !== undefined),
      severity: 'notice',
      says: 'deletes old backups from now on',
      effect: 'without a retention policy, all backups stay; with one, those from before its window are deleted',
    }),
  ),
  // `GetRetention`: https://github.com/percona/percona-xtradb-cluster-operator/blob/main/pkg/apis/pxc/v1/pxc_types.go and
  // https://github.com/percona/percona-server-mongodb-operator/blob/main/pkg/apis/psmdb/v1/psmdb_types.go
  ...(
    [
      [PXC, 'spec.backup.schedule[name]'],
      [MONGO, 'spec.backup.tasks[name]'],
    ] as const
  ).flatMap(([on, at]) => [
    keepsLess(
      on,
      `${at}.keep`,
      both(keepsFewer, (_, is) => is !== undefined),
    ),
    keepsLess(on, `${at}.retention`, countShrinks, 'count'),
  ]),
  // https://pgbackrest.org/configuration.html#section-repository/option-repo-retention-full
  ...[1, 2, 3, 4].flatMap((repo) =>
    ['full', 'diff'].map((type) => {
      const key = `repo${repo}-retention-${type}`;
      return keepsLess(pgBackRest, `spec.backups.pgbackrest.global.'${key}'`, both(shrinks, sameType(key)));
    }),
  ),
  // https://github.com/k8up-io/k8up/blob/master/restic/cli/prune.go
  ...['Last', 'Hourly', 'Daily', 'Weekly', 'Monthly', 'Yearly'].map((rule) =>
    keepsLess(K8UP, `spec.prune.retention.keep${rule}`, ruleShrinks('spec.prune.retention', true)),
  ),
  // `generateForgetOptions`: without any rule, it keeps one snapshot.
  // https://github.com/backube/volsync/blob/main/internal/controller/mover/restic/mover.go
  ...['last', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'].map((rule) =>
    keepsLess(
      VOLSYNC,
      `spec.restic.retain.${rule}`,
      both(ruleShrinks('spec.restic.retain', false), has('spec.restic'), not(hasNewAge)),
    ),
  ),
  // https://longhorn.io/docs/latest/snapshots-and-backups/scheduling-backups-and-snapshots/ and
  // https://github.com/longhorn/longhorn-manager/blob/master/app/recurringjob/volume.go
  keepsLess(JOB, 'spec.retain', byCount),
  {
    on: JOB,
    at: 'spec.task',
    when: becomes('snapshot-delete'),
    severity: 'warning',
    destroys: 'snapshots of its volumes, those that people have made among them',
    effect: 'the job deletes every snapshot over spec.retain, whoever has made it',
    instead: 'to keep them, add a second job for the volumes that it is about',
  },
  {
    on: JOB,
    at: 'spec.task',
    when: (was, is) => isBackup.includes(was as never) && !isBackup.includes(is as never) && is !== 'snapshot-delete',
    severity: 'warning',
    says: 'no longer makes backups',
    effect: 'its volumes have snapshots at most, which are lost with the volume',
    instead: 'keep the job, and add a second one',
  },
];
