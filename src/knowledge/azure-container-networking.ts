import { defineProject } from './form/project.js';

/** Azure Container Networking. https://github.com/Azure/azure-container-networking */
export const azureContainerNetworking = defineProject({
  name: 'Azure Container Networking',
  holdsSettings: ['acn.azure.com', 'multitenancy.acn.azure.com'],
});
