import { losesRelease } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Helm controller of k3s. https://docs.k3s.io/add-ons/helm */
export const k3s = defineProject({
  name: 'k3s',
  effects: [losesRelease('helm.cattle.io/HelmChart')],
});
