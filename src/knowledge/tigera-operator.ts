import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Tigera Operator: Calico. https://github.com/tigera/operator */
export const tigeraOperator = defineProject({
  name: 'Tigera Operator',
  effects: [removal('operator.tigera.io/Installation', "Calico, and with it the network of the cluster's pods")],
});
