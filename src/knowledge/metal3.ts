import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Metal3. https://github.com/metal3-io/baremetal-operator */
export const metal3 = defineProject({
  name: 'Metal3',
  effects: [
    // https://github.com/metal3-io/baremetal-operator/blob/main/docs/baremetalhost-states.md
    removal('metal3.io/BareMetalHost', 'the machine that it has provisioned'),
  ],
});
