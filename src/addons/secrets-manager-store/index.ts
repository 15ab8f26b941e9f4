import { z } from 'zod';
import { ClusterSecretStore } from '../../constructs/cluster-secret-store.js';
import { awsRegion } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { storeConditions } from '../store-conditions.js';

/**
 * The ClusterSecretStore on AWS Secrets Manager. It is apart from the operator, whose webhook must serve before a
 * store can be applied. https://external-secrets.io/latest/provider/aws-secrets-manager/
 */
export const secretsManagerStore = defineAddon({
  name: 'secrets-manager-store',
  description: 'lets ExternalSecrets of every namespace read from AWS Secrets Manager',
  requires: ['external-secrets', 'external-secrets.io'],
  provides: ['secret-store'],
  infra: { vars: { TF_AWS_REGION: awsRegion() } },
  options: z.object({
    /** The name by which ExternalSecrets refer to the store. */
    name: z.string().default('secrets-manager-provider'),
    /** The namespaces that may use it, such as those of tenants: `storeLabel`. */
    conditions: storeConditions,
    /** The AWS service that holds the secrets. */
    service: z.enum(['SecretsManager', 'ParameterStore']).default('SecretsManager'),
  }),
  build(scope, { options, vars }) {
    new ClusterSecretStore(scope, 'store', {
      name: options.name,
      ...(options.conditions === undefined ? {} : { conditions: options.conditions }),
      provider: { aws: { service: options.service, region: vars.TF_AWS_REGION } },
    });
  },
});
