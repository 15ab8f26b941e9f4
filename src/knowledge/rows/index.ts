import type { EffectRow } from '../form/effect.js';
import { defineProject } from '../form/project.js';
import { accessRows } from './access-rows.js';
import { addressRows } from './address-rows.js';
import { backupPlaceRows } from './backup-place-rows.js';
import { backupRows } from './backup-rows.js';
import { chartRows } from './chart-rows.js';
import { cloudRows } from './cloud-rows.js';
import { clusterKinds } from './cluster-kinds.js';
import { clusterRows } from './cluster-rows.js';
import { controllerRows } from './controller-rows.js';
import { crdRows } from './crd-rows.js';
import { dataKinds } from './data-kinds.js';
import { dataRows } from './data-rows.js';
import { fluxRows } from './flux-rows.js';
import { identityRows } from './identity-rows.js';
import type { LosingKinds } from './losing-kinds.js';
import { monitoringRows } from './monitoring-rows.js';
import { networkRows } from './network-rows.js';
import { outsideKinds, settingGroups } from './outside-kinds.js';
import { outsideRows } from './outside-rows.js';
import { serviceRows } from './service-rows.js';
import { stopRows } from './stop-rows.js';
import { storageRows } from './storage-rows.js';
import { versionRows } from './version-rows.js';
import { workloadRows } from './workload-rows.js';

const removal = ({ group, kinds = ['*'], except = [], loses, policies = [] }: LosingKinds): EffectRow => ({
  on: kinds.map((kind) => `${group}/${kind}`),
  except,
  destroys: loses,
  keeps: policies,
});

export const unsorted = defineProject({
  name: 'unsorted',
  holdsSettings: settingGroups,
  effects: [
    ...[...clusterKinds, ...dataKinds, ...outsideKinds].map(removal),
    ...accessRows,
    ...addressRows,
    ...backupPlaceRows,
    ...backupRows,
    ...chartRows,
    ...cloudRows,
    ...clusterRows,
    ...controllerRows,
    ...crdRows,
    ...dataRows,
    ...fluxRows,
    ...identityRows,
    ...monitoringRows,
    ...networkRows,
    ...outsideRows,
    ...serviceRows,
    ...stopRows,
    ...storageRows,
    ...versionRows,
    ...workloadRows,
  ],
});
