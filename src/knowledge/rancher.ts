import { losesManagedCluster } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Rancher. https://github.com/rancher/rancher */
export const rancher = defineProject({
  name: 'Rancher',
  effects: [losesManagedCluster('provisioning.cattle.io/Cluster')],
});
