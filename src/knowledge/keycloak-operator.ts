import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';

/** The Keycloak Operator. https://www.keycloak.org/operator/basic-deployment */
export const keycloakOperator = defineProject({
  name: 'Keycloak Operator',
  effects: [removal('k8s.keycloak.org/Keycloak', 'the Keycloak that it runs')],
});
