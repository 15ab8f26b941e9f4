import { z } from 'zod';
import { remoteSecret } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { type NamedSecrets, secretName } from '../secret-name.js';
import {
  addDatabaseSecret,
  addon,
  addServer,
  databaseHost,
  databaseOptions,
  databaseUser,
  holds,
  hostnameVar,
  options,
  ownSecret,
} from './server.js';

/** On a database whose user and password Terraform writes to a store where secrets have names. */
export const withNames = (provider: NamedSecrets) =>
  defineAddon({
    ...addon,
    infra: {
      vars: {
        ...hostnameVar,
        TF_AUTHENTIK_DB_SECRET_NAME: secretName(provider, holds.database, 'authentik-db'),
        TF_AUTHENTIK_SECRET_NAME: secretName(provider, holds.authentik, 'authentik'),
      },
      values: databaseHost('authentik.example.org'),
      secrets: {
        'authentik-db': remoteSecret({ key: 'TF_AUTHENTIK_DB_SECRET_NAME', properties: databaseUser }),
        ...ownSecret('TF_AUTHENTIK_SECRET_NAME'),
      },
    },
    options: z.object({
      /** Where its remote secrets are: a secret manager of a cloud, or any other store. */
      provider: z.enum(['azure', 'gcp', 'other']).default(provider),
      /** The store that its ExternalSecrets read from. */
      store: storeOf(provider),
      ...options,
      ...databaseOptions,
    }),
    build(scope, { charts, options, vars, secrets }) {
      addServer(scope, options, {
        chart: charts.authentik,
        hostname: vars.TF_AUTHENTIK_HOSTNAME,
        own: secrets.authentik,
        database: addDatabaseSecret(scope, options, secrets['authentik-db']),
      });
    },
  });
