import { byField } from './form/keeps.js';
import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** KubeDB. https://github.com/kubedb/apimachinery */
export const kubedb = defineProject({
  name: 'KubeDB',
  effects: [losesDatabase('kubedb.com/*', byField('spec.deletionPolicy', 'DoNotTerminate'))],
});
