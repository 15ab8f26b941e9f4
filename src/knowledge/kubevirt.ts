import type { When } from './form/effect.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { stops } from './form/stopped.js';
import { becomes } from './form/when.js';

/** KubeVirt and its Containerized Data Importer. https://kubevirt.io/user-guide/ */
export const kubevirt = defineProject({
  name: 'KubeVirt',
  effects: [
    // https://kubevirt.io/user-guide/storage/disks_and_volumes/
    removal('kubevirt.io/VirtualMachine', 'the virtual machine, and the disks that it has made'),
    // https://github.com/kubevirt/containerized-data-importer/blob/main/doc/datavolumes.md
    removal('cdi.kubevirt.io/DataVolume', 'the volume, with the data on it'),
    // https://kubevirt.io/user-guide/compute/run_strategies/
    ...(
      [
        ['spec.runStrategy', becomes('Halted')],
        ['spec.running', (was, is) => was === true && is === false],
      ] as const satisfies readonly (readonly [string, When])[]
    ).map(([at, when]) =>
      stops(
        'kubevirt.io/VirtualMachine',
        at,
        when,
        'stops its virtual machine',
        'the guest is shut down; its disks stay',
      ),
    ),
  ],
});
