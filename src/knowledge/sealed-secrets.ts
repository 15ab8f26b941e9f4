import { defineProject } from './form/project.js';

/** Sealed Secrets. https://github.com/bitnami-labs/sealed-secrets */
export const sealedSecrets = defineProject({
  name: 'Sealed Secrets',
  makesNothingNamed: ['bitnami.com/*'],
});
