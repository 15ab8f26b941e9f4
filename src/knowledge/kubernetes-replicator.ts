import { defineProject } from './form/project.js';

/** kubernetes-replicator. https://github.com/mittwald/kubernetes-replicator */
export const kubernetesReplicator = defineProject({
  name: 'kubernetes-replicator',
  copies: ['kubernetes-replicator'],
});
