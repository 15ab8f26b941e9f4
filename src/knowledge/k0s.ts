import { losesRelease } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Helm extension of k0s. https://docs.k0sproject.io/stable/helm-charts/ */
export const k0s = defineProject({
  name: 'k0s',
  effects: [losesRelease('helm.k0sproject.io/Chart')],
});
