import { valueAt } from '../json/json-path.js';
import type { EffectRow, When } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { sameImage, tagOf } from './form/images.js';
import { byField, type Policy } from './form/keeps.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { losesNewerData, lower } from './form/versions.js';
import { becomes, both, leaves, not, removed } from './form/when.js';

const CLUSTER = 'ceph.rook.io/CephCluster';
const FILE_SYSTEM = 'ceph.rook.io/CephFilesystem';
const OBJECT_STORE = 'ceph.rook.io/CephObjectStore';

const losesCeph = (on: EffectRow['on'], ...keeps: readonly Policy[]): EffectRow =>
  removal(on, 'the storage that it runs, with the data in it', ...keeps);

const isKept: When = (was) =>
  valueAt(was, ['spec', 'preserveFilesystemOnDelete']) === true ||
  valueAt(was, ['spec', 'preservePoolsOnDelete']) === true;

/** Rook: Ceph. https://rook.io/docs/rook/latest-release/ */
export const rook = defineProject({
  name: 'Rook',
  effects: [
    // https://rook.io/docs/rook/latest-release/Storage-Configuration/ceph-teardown/
    losesCeph([CLUSTER, 'ceph.rook.io/CephBlockPool', 'ceph.rook.io/CephFilesystemSubVolumeGroup']),
    // https://rook.io/docs/rook/latest-release/CRDs/Shared-Filesystem/ceph-filesystem-crd/
    losesCeph(FILE_SYSTEM, byField('spec.preserveFilesystemOnDelete', true)),
    deletesOnRemoval(
      FILE_SYSTEM,
      'spec.preserveFilesystemOnDelete',
      leaves(true),
      'the file system, with the data in it,',
    ),
    // https://rook.io/docs/rook/latest-release/CRDs/Object-Storage/ceph-object-store-crd/
    losesCeph(OBJECT_STORE, byField('spec.preservePoolsOnDelete', true)),
    deletesOnRemoval(
      [OBJECT_STORE, 'ceph.rook.io/CephObjectZone'],
      'spec.preservePoolsOnDelete',
      leaves(true),
      'its pools, with the objects in them,',
    ),
    // https://github.com/rook/rook/blob/master/pkg/operator/ceph/object/user/controller.go
    removal('ceph.rook.io/CephObjectStoreUser', 'the user of the object store, with its keys'),
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
      CLUSTER,
      'spec.cleanupPolicy.confirmation',
      becomes('yes-really-destroy-data'),
      "the data on its hosts' disks",
    ),
    // https://rook.io/docs/rook/latest-release/Upgrade/ceph-upgrade/
    {
      ...losesNewerData(CLUSTER, 'spec.cephVersion.image', both(lower(1, tagOf), sameImage)),
      effect:
        "daemons of an older major version don't read what newer ones have written: they refuse to start, or worse",
      instead: 'to go on with the data, leave the version as it is',
    },
  ],
});
