import { cloudIdentity } from './form/cloud-identity.js';
import { defineProject } from './form/project.js';

/** https://azure.github.io/azure-workload-identity/docs/concepts.html */
const CLIENT_ID = 'azure.workload.identity/client-id';

/** Azure Workload Identity. https://azure.github.io/azure-workload-identity/docs/ */
export const azureWorkloadIdentity = defineProject({
  name: 'Azure Workload Identity',
  effects: cloudIdentity(CLIENT_ID),
});
