import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { secretArn } from '../secret-name.js';
import { addIssuer, addon, issuerSecret, WHAT } from './issuer.js';

/** From AWS Secrets Manager. */
export const aws = defineAddon({
  ...addon,
  infra: {
    vars: {
      TF_LINKERD_SECRET_MANAGER_ARN: secretArn(WHAT, 'linkerd'),
    },
    secrets: issuerSecret('TF_LINKERD_SECRET_MANAGER_ARN'),
  },
  options: z.object({
    /** Where the remote secret is: a secret manager of a cloud, or any other store. */
    provider: z.literal('aws').default('aws'),
    /** The store that its ExternalSecret reads from. */
    store: storeOf('aws'),
  }),
  build(scope, { options, outputs, secrets: { linkerd } }) {
    addIssuer(scope, { store: options.store, outputs, linkerd });
  },
});
