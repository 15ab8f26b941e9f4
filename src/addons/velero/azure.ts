import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { azureSubscriptionId, resourceGroup } from '../../contract/index.js';
import { azureEnvironment } from '../azure-environment.js';
import { defineAddon } from '../define-addon.js';
import { AZURE_USE, asAzureClient, clientIdOf } from '../workload-identity.js';
import { addon, options, valuesOf } from './chart.js';

/** With a managed identity: https://github.com/vmware-tanzu/velero-plugin-for-microsoft-azure */
export const azure = defineAddon({
  ...addon,
  description: 'backs up objects to Azure Blob Storage, and volumes as snapshots of managed disks',
  infra: {
    vars: {
      TF_AZURE_SUBSCRIPTION_ID: azureSubscriptionId(),
      TF_NODE_RESOURCE_GROUP: resourceGroup().meta({
        description: 'resource group that AKS made for its nodes and disks',
        examples: ['MC_platform-dev'],
      }),
      TF_VELERO_CLIENT_ID: clientIdOf('Velero'),
      TF_VELERO_RESOURCE_GROUP: resourceGroup().meta({
        description: 'resource group of the storage account for backups',
        examples: ['platform-dev-backups'],
      }),
      // https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules#microsoftstorage
      TF_VELERO_STORAGE_ACCOUNT: z
        .string()
        .regex(/^[a-z0-9]{3,24}$/)
        .meta({ description: 'name of the storage account for backups', examples: ['platformdevbackups'] }),
      // 3 to 63 characters, no two dashes in a row.
      TF_VELERO_CONTAINER: z
        .string()
        .regex(/^[a-z0-9](-?[a-z0-9])+$/)
        .regex(/^.{3,63}$/)
        .meta({ description: 'name of the blob container for backups', examples: ['velero'] }),
    },
  },
  options: z.object({
    ...options,
    /** The cloud that keeps the backups. */
    provider: z.literal('azure').default('azure'),
    /** The Azure cloud of the subscription. */
    environment: azureEnvironment,
  }),
  build(scope, { charts, options, vars }) {
    const subscriptionId = vars.TF_AZURE_SUBSCRIPTION_ID;
    const values = valuesOf(options, {
      plugin: 'velero-plugin-for-microsoft-azure',
      provider: 'azure',
      bucket: vars.TF_VELERO_CONTAINER,
      backups: {
        config: {
          subscriptionId,
          resourceGroup: vars.TF_VELERO_RESOURCE_GROUP,
          storageAccount: vars.TF_VELERO_STORAGE_ACCOUNT,
          useAAD: 'true',
        },
      },
      volumes: { config: { subscriptionId, resourceGroup: vars.TF_VELERO_RESOURCE_GROUP, incremental: 'true' } },
      serviceAccount: { annotations: asAzureClient(vars.TF_VELERO_CLIENT_ID) },
    });
    new HelmRelease(scope, 'release', {
      chart: charts.velero,
      values: {
        ...values,
        podLabels: AZURE_USE,
        // The plugin reads a file, in which there is no secret here.
        credentials: {
          useSecret: true,
          secretContents: {
            cloud: [
              `AZURE_SUBSCRIPTION_ID=${subscriptionId}`,
              `AZURE_RESOURCE_GROUP=${vars.TF_NODE_RESOURCE_GROUP}`,
              `AZURE_CLOUD_NAME=${options.environment}`,
              '',
            ].join('\n'),
          },
        },
      },
    });
  },
});
