import { pausesBackups, stopsBackups } from './form/backups.js';
import type { EffectRow, Place, When } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { unlessField } from './form/keeps.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { becomes, differs, isShorter, removed } from './form/when.js';

const release = releaseOf('velero');
const LOCATION = 'velero.io/BackupStorageLocation';

type At = Pick<EffectRow, 'on' | 'at' | 'chart'>;

/** A field of a Schedule, and the chart's value for it. */
const ofSchedule = (field: string): readonly At[] => [
  { on: 'velero.io/Schedule', at: `spec.${field}` },
  // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/schedule.yaml
  { ...release, at: `spec.values.schedules.*.${field}` },
];
/** A field of a BackupStorageLocation, and the chart's value for it. */
const ofLocation = (field: string, value: string): readonly At[] => [
  { on: LOCATION, at: `spec.${field}` },
  { ...release, at: `spec.values.configuration.backupStorageLocation[name].${value}` },
];

/** Whether a backup no longer includes a namespace that stays. */
const missesNamespace = (was: unknown, is: unknown, { before, after }: Place): boolean => {
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

const scheduleGoes = {
  says: 'no longer makes the backups of a schedule',
  effect: 'Helm deletes the Schedule; its backups stay until they expire, and no more are made',
};

/** Velero. https://velero.io/docs/main/ */
export const velero = defineProject({
  name: 'Velero',
  effects: [
    // https://velero.io/docs/main/api-types/backupstoragelocation/
    removal(LOCATION, 'the way to the backups in its bucket'),
    // https://velero.io/docs/main/api-types/schedule/
    removal('velero.io/Schedule', 'the backups that it has made', {
      ...unlessField('spec.useOwnerReferencesInBackup', true),
      setting: 'spec.useOwnerReferencesInBackup: false',
    }),
    // https://velero.io/docs/main/api-types/schedule/
    ...ofSchedule('paused').map((row) => pausesBackups({ ...row, when: becomes(true) })),
    ...ofSchedule('template.includedNamespaces').map((row) =>
      stopsBackups({ ...row, when: missesNamespace, says: 'no longer backs up a namespace' }),
    ),
    ...ofSchedule('template.excludedNamespaces').map((row) =>
      stopsBackups({ ...row, when: excludesMore, says: 'no longer backs up a namespace' }),
    ),
    stopsBackups({ ...release, at: 'spec.values.schedules.*.disabled', when: becomes(true), ...scheduleGoes }),
    {
      ...release,
      at: 'spec.values.schedules.*',
      when: removed,
      shows: 'schedule',
      severity: 'warning',
      ...scheduleGoes,
      instead: 'keep the schedule, or check that another one has the same namespaces',
    },
    // https://velero.io/docs/main/how-velero-works/#set-a-backup-to-expire
    ...ofSchedule('template.ttl').map(
      (row): EffectRow => ({
        ...row,
        when: isShorter,
        severity: 'notice',
        says: 'keeps new backups for a shorter time',
        effect: 'existing backups expire as before',
      }),
    ),
    // https://velero.io/docs/main/api-types/backupstoragelocation/
    ...ofLocation('accessMode', 'accessMode').map((row) =>
      stopsBackups({
        ...row,
        when: becomes('ReadOnly'),
        says: 'no longer takes backups',
        effect: 'Velero neither makes nor deletes backups in a place that is read-only',
      }),
    ),
    ...['bucket', 'prefix']
      .flatMap((field) => ofLocation(`objectStorage.${field}`, field))
      .map(
        (row): EffectRow => ({
          ...row,
          when: differs(''),
          severity: 'warning',
          says: 'looks for backups in another place',
          effect: 'existing backups stay in the old place, and Velero can no longer restore or expire them',
          instead: 'revert the change, move the backups, or add a second location and keep this one',
        }),
      ),
    // https://github.com/vmware-tanzu/helm-charts/blob/main/charts/velero/templates/backupstoragelocation.yaml and
    // volumesnapshotlocation.yaml in the same folder.
    ...(
      [
        ['backupsEnabled', 'BackupStorageLocations'],
        ['snapshotsEnabled', 'VolumeSnapshotLocations'],
      ] as const
    ).map(([key, kind]) =>
      stopsBackups({
        ...release,
        at: `spec.values.${key}`,
        when: becomes(false),
        says: 'loses its places for backups',
        effect: `Helm deletes the ${kind}, and backups that need one fail`,
      }),
    ),
  ],
});
