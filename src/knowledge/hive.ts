import { byField } from './form/keeps.js';
import { losesManagedCluster } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Hive. https://github.com/openshift/hive */
export const hive = defineProject({
  name: 'Hive',
  effects: [
    // https://github.com/openshift/hive/blob/master/docs/using-hive.md
    losesManagedCluster('hive.openshift.io/ClusterDeployment', byField('spec.preserveOnDelete', true)),
  ],
});
