import { defineProject } from './form/project.js';

/** CSI snapshots. https://kubernetes-csi.github.io/docs/external-snapshotter.html */
export const externalSnapshotter = defineProject({
  name: 'CSI snapshots',
  makesNothingNamed: ['snapshot.storage.k8s.io/*'],
});
