import { z } from 'zod';
import { ServiceAccount } from '../../../imports/core.js';
import { addonBy } from '../../addon/addon-by.js';
import { ClusterSecretStore } from '../../constructs/cluster-secret-store.js';
import { azureTenantId, keyVaultUrl } from '../../contract/index.js';
import { type AzureEnvironment, azureEnvironments } from '../azure-environment.js';
import { defineAddon } from '../define-addon.js';
import { storeConditions } from '../store-conditions.js';
import { objectName } from '../text-options.js';
import { asAzureClient, clientIdOf } from '../workload-identity.js';

/** Tokens of AKS in China are of another host than the one that External Secrets knows of. */
const clouds: Readonly<Record<AzureEnvironment, object>> = {
  AzurePublicCloud: {},
  AzureUSGovernmentCloud: {},
  AzureChinaCloud: {
    useAzureSDK: true,
    customCloudConfig: {
      activeDirectoryEndpoint: 'https://login.partner.microsoftonline.cn/',
      keyVaultEndpoint: 'https://vault.azure.cn/',
      resourceManagerEndpoint: 'https://management.chinacloudapi.cn/',
    },
  },
};

/** The store on a vault of one Azure cloud: a vault of another one doesn't fit the contract. */
const onCloud = (environment: AzureEnvironment) =>
  defineAddon({
    name: 'key-vault-store',
    description: 'lets ExternalSecrets of every namespace read from Azure Key Vault',
    namespace: 'external-secrets',
    requires: ['external-secrets', 'external-secrets.io'],
    provides: ['secret-store'],
    infra: {
      vars: {
        TF_AZURE_TENANT_ID: azureTenantId(),
        TF_KEY_VAULT_URL: keyVaultUrl(environment),
        TF_KEY_VAULT_CLIENT_ID: clientIdOf('External Secrets'),
      },
    },
    options: z.object({
      /** The name by which ExternalSecrets refer to the store. */
      name: z.string().default('key-vault'),
      /** The namespaces that may use it, such as those of tenants: `storeLabel`. */
      conditions: storeConditions,
      /** The Azure cloud of the vault. */
      environment: z.enum(['AzurePublicCloud', 'AzureUSGovernmentCloud', 'AzureChinaCloud']).default(environment),
      /** The service account that is the managed identity. The addon makes it. */
      serviceAccount: objectName.default('key-vault'),
    }),
    build(scope, { options, vars, namespace }) {
      new ServiceAccount(scope, 'identity', {
        name: options.serviceAccount,
        annotations: {
          ...asAzureClient(vars.TF_KEY_VAULT_CLIENT_ID),
          'azure.workload.identity/tenant-id': vars.TF_AZURE_TENANT_ID,
        },
      });
      new ClusterSecretStore(scope, 'store', {
        name: options.name,
        ...(options.conditions === undefined ? {} : { conditions: options.conditions }),
        provider: {
          azurekv: {
            authType: 'WorkloadIdentity',
            environmentType: azureEnvironments[environment].externalSecrets,
            vaultUrl: vars.TF_KEY_VAULT_URL,
            serviceAccountRef: { name: options.serviceAccount, namespace },
            ...clouds[environment],
          },
        },
      });
    },
  });

/**
 * The ClusterSecretStore on Azure Key Vault, with the rights of a managed identity that no pod has. It is apart from the
 * operator, whose webhook must serve before a store can be applied.
 * https://external-secrets.io/latest/provider/azure-key-vault/
 */
export const keyVaultStore = addonBy('environment', 'AzurePublicCloud', {
  AzurePublicCloud: onCloud('AzurePublicCloud'),
  AzureUSGovernmentCloud: onCloud('AzureUSGovernmentCloud'),
  AzureChinaCloud: onCloud('AzureChinaCloud'),
});
