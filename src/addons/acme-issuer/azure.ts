import { z } from 'zod';
import { azureSubscriptionId, resourceGroup } from '../../contract/index.js';
import { azureEnvironment } from '../azure-environment.js';
import { defineAddon } from '../define-addon.js';
import { domain } from '../text-options.js';
import { clientIdOf } from '../workload-identity.js';
import { account, addIssuer, addon, options } from './issuer.js';

/** https://cert-manager.io/docs/configuration/acme/dns01/azuredns/, with the managed identity of cert-manager's pods. */
export const azure = defineAddon({
  ...addon,
  description: 'issues certificates of an ACME server, with DNS challenges in Azure DNS',
  infra: {
    vars: {
      TF_AZURE_SUBSCRIPTION_ID: azureSubscriptionId(),
      TF_DNS_RESOURCE_GROUP: resourceGroup().meta({ description: 'resource group of the DNS zones' }),
      TF_CERT_MANAGER_CLIENT_ID: clientIdOf('cert-manager'),
      ...account,
    },
  },
  options: z.object({
    ...options,
    /** Where the DNS zones are. */
    provider: z.literal('azure').default('azure'),
    /** The Azure cloud of the zones. */
    environment: azureEnvironment,
    /** The DNS zone to write to. @default - found by the name of the certificate */
    hostedZoneName: domain.optional(),
  }),
  build(scope, { options, vars }) {
    const { environment, hostedZoneName } = options;
    addIssuer(scope, options, vars.TF_ACME_EMAIL, {
      azureDNS: {
        environment,
        subscriptionID: vars.TF_AZURE_SUBSCRIPTION_ID,
        resourceGroupName: vars.TF_DNS_RESOURCE_GROUP,
        ...(hostedZoneName === undefined ? {} : { hostedZoneName }),
        managedIdentity: { clientID: vars.TF_CERT_MANAGER_CLIENT_ID },
      },
    });
  },
});
