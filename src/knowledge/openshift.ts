import { kindsOf, losesMachines } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** OpenShift. https://github.com/openshift/api */
export const openshift = defineProject({
  name: 'OpenShift',
  effects: [
    // https://github.com/openshift/api/tree/master/machine
    losesMachines(kindsOf('machine.openshift.io', 'ControlPlaneMachineSet', 'Machine', 'MachineSet')),
  ],
});
