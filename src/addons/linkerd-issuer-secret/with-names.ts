import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { type NamedSecrets, secretName } from '../secret-name.js';
import { addIssuer, addon, issuerSecret, WHAT } from './issuer.js';

/** From a store where secrets have names. */
export const withNames = (provider: NamedSecrets) =>
  defineAddon({
    ...addon,
    infra: {
      vars: {
        TF_LINKERD_SECRET_NAME: secretName(provider, WHAT, 'linkerd'),
      },
      secrets: issuerSecret('TF_LINKERD_SECRET_NAME'),
    },
    options: z.object({
      /** Where the remote secret is: a secret manager of a cloud, or any other store. */
      provider: z.enum(['azure', 'gcp', 'other']).default(provider),
      /** The store that its ExternalSecret reads from. */
      store: storeOf(provider),
    }),
    build(scope, { options, outputs, secrets: { linkerd } }) {
      addIssuer(scope, { store: options.store, outputs, linkerd });
    },
  });
