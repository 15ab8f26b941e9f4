import { byField } from './form/keeps.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** Capsule. https://projectcapsule.dev/docs/tenants/ */
export const capsule = defineProject({
  name: 'Capsule',
  effects: [
    removal(
      'capsule.clastix.io/Tenant',
      'its namespaces, with all that is in them',
      byField('spec.preventDeletion', true),
    ),
  ],
});
