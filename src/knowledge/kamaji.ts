import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Kamaji. https://kamaji.clastix.io/reference/api/ */
export const kamaji = defineProject({
  name: 'Kamaji',
  effects: [removal('kamaji.clastix.io/TenantControlPlane', 'the control plane that it manages')],
});
