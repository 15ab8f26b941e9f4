import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { azureSubscriptionId, azureTenantId, resourceGroup } from '../../contract/index.js';
import { azureEnvironment } from '../azure-environment.js';
import { defineAddon } from '../define-addon.js';
import { AZURE_USE, asAzureClient, clientIdOf } from '../workload-identity.js';
import { addon, domainFilters, options, valuesOf } from './chart.js';

/**
 * ExternalDNS on zones of Azure, public or private ones, with a managed identity:
 * https://kubernetes-sigs.github.io/external-dns/latest/docs/tutorials/azure/
 */
const onZones = (provider: 'azure' | 'azure-private-dns') =>
  defineAddon({
    ...addon,
    infra: {
      vars: {
        TF_AZURE_TENANT_ID: azureTenantId(),
        TF_AZURE_SUBSCRIPTION_ID: azureSubscriptionId(),
        TF_DNS_RESOURCE_GROUP: resourceGroup().meta({ description: 'resource group of the DNS zones' }),
        TF_EXTERNAL_DNS_CLIENT_ID: clientIdOf('ExternalDNS'),
      },
      values: { 'external-dns': z.object({ domainFilters: domainFilters() }) },
    },
    options: z.object({
      ...options,
      /** The DNS provider, as the chart names it. */
      provider: z.enum(['azure', 'azure-private-dns']).default(provider),
      /** The Azure cloud of the zones. */
      environment: azureEnvironment,
    }),
    build(scope, { charts, options, vars }) {
      const values = valuesOf(options);
      new HelmRelease(scope, 'release', {
        chart: charts['external-dns'],
        values: {
          ...values,
          serviceAccount: {
            ...values.serviceAccount,
            labels: AZURE_USE,
            annotations: asAzureClient(vars.TF_EXTERNAL_DNS_CLIENT_ID),
          },
          podLabels: AZURE_USE,
          // ExternalDNS reads no environment for these, only its file; there is no secret in it.
          secretConfiguration: {
            enabled: true,
            mountPath: '/etc/kubernetes',
            data: {
              'azure.json': JSON.stringify({
                cloud: options.environment,
                tenantId: vars.TF_AZURE_TENANT_ID,
                subscriptionId: vars.TF_AZURE_SUBSCRIPTION_ID,
                resourceGroup: vars.TF_DNS_RESOURCE_GROUP,
                useWorkloadIdentityExtension: true,
              }),
            },
          },
        },
      });
    },
  });

export const azure = onZones('azure');
export const azurePrivate = onZones('azure-private-dns');
