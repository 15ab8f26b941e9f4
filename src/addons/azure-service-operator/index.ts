import { z } from 'zod';
import {
  type AzureServiceOperatorValues,
  azureServiceOperatorValuesSchema,
} from '../../../imports/charts/azure-service-operator.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { azureSubscriptionId, azureTenantId } from '../../contract/index.js';
import { type AzureEnvironment, azureEnvironment } from '../azure-environment.js';
import { defineAddon } from '../define-addon.js';
import { textLike } from '../text-options.js';
import { clientIdOf } from '../workload-identity.js';

/** The groups whose CRDs the operator always installs. Each CRD costs the API server memory, so these are few. */
const groups = [
  'dbforpostgresql.azure.com',
  'keyvault.azure.com',
  'managedidentity.azure.com',
  'resources.azure.com',
  'servicebus.azure.com',
  'storage.azure.com',
] as const;

/** https://github.com/Azure/azure-sdk-for-go/blob/main/sdk/azcore/cloud/cloud.go; the chart's defaults are those of the public cloud. */
const endpoints: Readonly<Record<AzureEnvironment, object>> = {
  AzurePublicCloud: {},
  AzureUSGovernmentCloud: {
    azureAuthorityHost: 'https://login.microsoftonline.us/',
    azureResourceManagerEndpoint: 'https://management.usgovcloudapi.net',
    azureResourceManagerAudience: 'https://management.core.usgovcloudapi.net',
  },
  AzureChinaCloud: {
    azureAuthorityHost: 'https://login.chinacloudapi.cn/',
    azureResourceManagerEndpoint: 'https://management.chinacloudapi.cn',
    azureResourceManagerAudience: 'https://management.core.chinacloudapi.cn',
  },
};

/**
 * Azure Service Operator, which makes resources of Azure from objects, with the rights of a managed identity. It installs
 * its CRDs itself when it starts. https://azure.github.io/azure-service-operator/
 */
export const azureServiceOperator = defineAddon({
  name: 'azure-service-operator',
  description: 'makes resources of Azure from objects',
  namespace: 'azureserviceoperator-system',
  createNamespace: true,
  // Its webhooks have certificates of cert-manager.
  requires: ['cert-manager', 'cert-manager.io'],
  provides: groups,
  charts: {
    'azure-service-operator': helmChart<AzureServiceOperatorValues>({
      url: 'https://raw.githubusercontent.com/Azure/azure-service-operator/main/v2/charts',
      chart: 'azure-service-operator',
      version: '2.19.0',
      valuesSchema: azureServiceOperatorValuesSchema,
      crds: groups,
    }),
  },
  infra: {
    vars: {
      TF_AZURE_TENANT_ID: azureTenantId(),
      TF_AZURE_SUBSCRIPTION_ID: azureSubscriptionId(),
      TF_ASO_CLIENT_ID: clientIdOf('Azure Service Operator'),
    },
  },
  options: z.object({
    /** CRDs that it installs in addition to those that the addon provides, as patterns such as `cache.azure.com/Redis`. List their groups in `external` of the cluster. */
    moreCrds: z
      .array(textLike(/^[a-z0-9*?.-]+\/[A-Za-z0-9*?]+$/, 'give a group and a kind, such as "cache.azure.com/Redis"'))
      .default([]),
    /** The Azure cloud of the subscription. */
    environment: azureEnvironment,
    /** How often it compares resources with Azure; each comparison counts against Azure's limits. @default - the operator's own, an hour */
    syncPeriod: textLike(/^(never|([0-9]+(h|m|s))+)$/, 'give a time such as "30m", or "never"').optional(),
    /** Replicas of the operator, of which one leads. */
    replicas: z.number().int().min(1).default(2),
  }),
  build(scope, { charts, options, vars }) {
    const { moreCrds, environment, syncPeriod, replicas } = options;
    new HelmRelease(scope, 'release', {
      chart: charts['azure-service-operator'],
      values: {
        azureTenantID: vars.TF_AZURE_TENANT_ID,
        azureSubscriptionID: vars.TF_AZURE_SUBSCRIPTION_ID,
        azureClientID: vars.TF_ASO_CLIENT_ID,
        useWorkloadIdentityAuth: true,
        crdPattern: [...groups.map((group) => `${group}/*`), ...moreCrds].join(';'),
        replicaCount: replicas,
        ...endpoints[environment],
        ...(syncPeriod === undefined ? {} : { azureSyncPeriod: syncPeriod }),
      },
    });
  },
});
