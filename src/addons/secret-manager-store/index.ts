import { z } from 'zod';
import { ServiceAccount } from '../../../imports/core.js';
import { ClusterSecretStore } from '../../constructs/cluster-secret-store.js';
import { gcpProject } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { storeConditions } from '../store-conditions.js';
import { objectName } from '../text-options.js';
import { asGoogleAccount, googleAccountOf } from '../workload-identity.js';

/**
 * The ClusterSecretStore on Google Cloud's Secret Manager, with the rights of a service account that no pod has. It is
 * apart from the operator, whose webhook must serve before a store can be applied.
 * https://external-secrets.io/latest/provider/google-secrets-manager/
 */
export const secretManagerStore = defineAddon({
  name: 'secret-manager-store',
  description: 'lets ExternalSecrets of every namespace read from Google Cloud Secret Manager',
  namespace: 'external-secrets',
  requires: ['external-secrets', 'external-secrets.io'],
  provides: ['secret-store'],
  infra: {
    vars: {
      TF_GCP_PROJECT: gcpProject(),
      TF_SECRET_MANAGER_SERVICE_ACCOUNT: googleAccountOf('External Secrets', 'external-secrets'),
    },
  },
  options: z.object({
    /** The name by which ExternalSecrets refer to the store. */
    name: z.string().default('secret-manager'),
    /** The namespaces that may use it, such as those of tenants: `storeLabel`. */
    conditions: storeConditions,
    /** The service account that has the rights. The addon makes it. */
    serviceAccount: objectName.default('secret-manager'),
  }),
  build(scope, { options, vars, namespace }) {
    new ServiceAccount(scope, 'identity', {
      name: options.serviceAccount,
      annotations: asGoogleAccount(vars.TF_SECRET_MANAGER_SERVICE_ACCOUNT),
    });
    new ClusterSecretStore(scope, 'store', {
      name: options.name,
      ...(options.conditions === undefined ? {} : { conditions: options.conditions }),
      provider: {
        gcpsm: {
          projectID: vars.TF_GCP_PROJECT,
          auth: { workloadIdentity: { serviceAccountRef: { name: options.serviceAccount, namespace } } },
        },
      },
    });
  },
});
