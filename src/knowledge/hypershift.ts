import { kindsOf, losesManagedCluster } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** HyperShift. https://github.com/openshift/hypershift */
export const hypershift = defineProject({
  name: 'HyperShift',
  effects: [losesManagedCluster(kindsOf('hypershift.openshift.io', 'HostedCluster', 'NodePool'))],
});
