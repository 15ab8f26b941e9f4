import { FluxApp, FluxCluster, type InfraOf } from 'fluxspan';
import { keyVaultStore, storageClass, velero } from 'fluxspan/addons';
import type { Equal } from '../equal.js';

const dev = new FluxCluster(new FluxApp(), 'dev', { external: ['external-secrets', 'external-secrets.io'] })
  .stage('first', [velero({ provider: 'azure', environment: 'AzureChinaCloud', nodeAgent: true })])
  .stage('second', [storageClass({ provider: 'gcp', regional: true })])
  .stage('third', [keyVaultStore({ environment: 'AzureChinaCloud' })]);
const aws = new FluxCluster(new FluxApp(), 'aws').stage('first', [velero({ prefix: 'dev' }), storageClass()]);

export const asksForAzure: Equal<
  keyof InfraOf<typeof dev>['vars'],
  | 'TF_AZURE_SUBSCRIPTION_ID'
  | 'TF_AZURE_TENANT_ID'
  | 'TF_KEY_VAULT_CLIENT_ID'
  | 'TF_KEY_VAULT_URL'
  | 'TF_NODE_RESOURCE_GROUP'
  | 'TF_VELERO_CLIENT_ID'
  | 'TF_VELERO_CONTAINER'
  | 'TF_VELERO_RESOURCE_GROUP'
  | 'TF_VELERO_STORAGE_ACCOUNT'
> = true;
export const asksForAws: Equal<keyof InfraOf<typeof aws>['vars'], 'TF_AWS_REGION' | 'TF_VELERO_BUCKET'> = true;
