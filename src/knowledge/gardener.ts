import { losesManagedCluster } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Gardener. https://github.com/gardener/gardener */
export const gardener = defineProject({
  name: 'Gardener',
  effects: [
    // https://github.com/gardener/gardener/blob/master/docs/concepts/apiserver-admission-plugins.md
    losesManagedCluster('core.gardener.cloud/Shoot'),
  ],
});
