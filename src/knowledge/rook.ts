import { valueAt } from '../json/json-path.js';
import type { EffectRow, When } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { defineProject } from './form/project.js';
import { becomes, both, not, removed } from './form/when.js';

const isKept: When = (was) =>
  valueAt(was, ['spec', 'preserveFilesystemOnDelete']) === true ||
  valueAt(was, ['spec', 'preservePoolsOnDelete']) === true;

/** Rook: Ceph. https://rook.io/docs/rook/latest-release/ */
export const rook = defineProject({
  name: 'Rook',
  effects: [
    // https://github.com/rook/rook/tree/master/deploy/charts/rook-ceph-cluster/templates;
    // `deletePool`: https://github.com/rook/rook/blob/master/pkg/operator/ceph/pool/controller.go
    ...['cephBlockPools', 'cephFileSystems', 'cephObjectStores'].map(
      (list): EffectRow => ({
        ...releaseOf('rook-ceph-cluster'),
        at: `spec.values.${list}[name]`,
        when: both(removed, not(isKept)),
        shows: 'name',
        severity: 'warning',
        destroys: 'a pool, file system or object store of Ceph, with the data in it',
        effect: 'Helm deletes the object, and Rook deletes what it stands for once nothing uses it',
        instead:
          'to keep it, keep the entry, or first set the annotation helm.sh/resource-policy: keep on the object in the cluster',
      }),
    ),
    // https://rook.io/docs/rook/latest-release/CRDs/Cluster/ceph-cluster-crd/#cleanup-policy
    deletesOnRemoval(
      'ceph.rook.io/CephCluster',
      'spec.cleanupPolicy.confirmation',
      becomes('yes-really-destroy-data'),
      "the data on its hosts' disks",
    ),
  ],
});
