import { defineProject } from './form/project.js';

/** Flux as Azure Arc and AKS set it up. https://learn.microsoft.com/azure/azure-arc/kubernetes/conceptual-gitops-flux2 */
export const azureArc = defineProject({
  name: 'Azure Arc',
  holdsSettings: ['clusterconfig.azure.com'],
});
