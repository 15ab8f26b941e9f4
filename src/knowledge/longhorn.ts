import { keepsFewerBackups, movesBackups } from './form/backups.js';
import { kindsOf, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { becomes, both, not, shrinks, where } from './form/when.js';

const JOB = 'longhorn.io/RecurringJob';

const isBackup: readonly unknown[] = ['backup', 'backup-force-create'];
const byCount = both(
  shrinks,
  not(where('spec.retentionPolicy', 'age-based')),
  not(where('spec.task', 'filesystem-trim', 'snapshot-cleanup')),
);

/** Longhorn. https://longhorn.io/docs/latest/ */
export const longhorn = defineProject({
  name: 'Longhorn',
  effects: [
    // https://github.com/longhorn/longhorn-manager
    removal(kindsOf('longhorn.io', 'Volume', 'BackupVolume'), 'the volume, with the data on it'),
    // https://github.com/longhorn/longhorn-manager/blob/master/controller/engine_controller.go
    asksForSmallerVolumes('longhorn.io/Volume', 'spec.size'),
    // https://github.com/longhorn/longhorn-manager/blob/master/controller/uninstall_controller.go
    {
      on: 'longhorn.io/Setting',
      at: 'value',
      when: both(becomes('true', true), (_, __, { object }) => object.id.name === 'deleting-confirmation-flag'),
      severity: 'notice',
      says: 'allows Longhorn to be uninstalled from now on',
      effect: 'once the release of Longhorn is removed, all its volumes go with their data',
    },
    // https://longhorn.io/docs/latest/snapshots-and-backups/backup-and-restore/set-backup-target/
    movesBackups('longhorn.io/BackupTarget', 'spec.backupTargetURL'),
    // https://longhorn.io/docs/latest/snapshots-and-backups/scheduling-backups-and-snapshots/ and
    // https://github.com/longhorn/longhorn-manager/blob/master/app/recurringjob/volume.go
    keepsFewerBackups(JOB, 'spec.retain', byCount),
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
      when: (was, is) => isBackup.includes(was) && !isBackup.includes(is) && is !== 'snapshot-delete',
      severity: 'warning',
      says: 'no longer makes backups',
      effect: 'its volumes have snapshots at most, which are lost with the volume',
      instead: 'keep the job, and add a second one',
    },
  ],
});
