import type { EffectRow } from '../form/effect.js';
import { defineProject } from '../form/project.js';
import { clusterKinds } from './cluster-kinds.js';
import { dataKinds } from './data-kinds.js';
import type { LosingKinds } from './losing-kinds.js';
import { outsideKinds, settingGroups } from './outside-kinds.js';
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
    ...serviceRows,
    ...stopRows,
    ...storageRows,
    ...versionRows,
    ...workloadRows,
  ],
});
