import { byField } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { becomes, leaves } from './form/when.js';

/** CSI snapshots. https://kubernetes-csi.github.io/docs/external-snapshotter.html */
export const externalSnapshotter = defineProject({
  name: 'CSI snapshots',
  effects: [
    // https://kubernetes.io/docs/concepts/storage/volume-snapshots/#delete
    removal(
      'snapshot.storage.k8s.io/VolumeSnapshotContent',
      'the snapshot of the volume',
      byField('spec.deletionPolicy', 'Retain'),
    ),
    removal('snapshot.storage.k8s.io/VolumeSnapshot', 'the snapshot of the volume, unless its class retains it'),
    // https://kubernetes.io/docs/concepts/storage/volume-snapshot-classes/#deletionpolicy
    {
      on: 'snapshot.storage.k8s.io/VolumeSnapshotClass',
      at: 'deletionPolicy',
      when: leaves('Retain'),
      severity: 'notice',
      says: 'deletes new snapshots from now on with their VolumeSnapshots',
      effect: 'existing snapshots keep their policy',
    },
    // https://kubernetes.io/docs/concepts/storage/volume-snapshots/#lifecycle-of-a-volume-snapshot-and-volume-snapshot-content
    deletesOnRemoval(
      'snapshot.storage.k8s.io/VolumeSnapshotContent',
      'spec.deletionPolicy',
      becomes('Delete'),
      'the snapshot of the volume',
    ),
  ],
  makesNothingNamed: ['snapshot.storage.k8s.io/*'],
});
