import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { type NamedSecrets, secretName } from '../secret-name.js';
import { addon, addPage, hostnameVar, oidcSecret, options, WHAT } from './page.js';

/** With its OIDC client in a store where secrets have names. */
export const withNames = (provider: NamedSecrets) =>
  defineAddon({
    ...addon,
    infra: {
      vars: {
        ...hostnameVar,
        TF_HEADLAMP_SECRET_NAME: secretName(provider, WHAT, 'headlamp'),
      },
      secrets: oidcSecret('TF_HEADLAMP_SECRET_NAME'),
    },
    options: z.object({
      /** Where the remote secret is: a secret manager of a cloud, or any other store. */
      provider: z.enum(['azure', 'gcp', 'other']).default(provider),
      /** The store that its ExternalSecret reads from. */
      store: storeOf(provider),
      ...options,
    }),
    build(scope, { charts, options, vars, secrets }) {
      addPage(scope, options, {
        chart: charts.headlamp,
        hostname: vars.TF_HEADLAMP_HOSTNAME,
        oidc: secrets.headlamp,
      });
    },
  });
