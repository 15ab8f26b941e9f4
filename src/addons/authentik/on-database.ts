import { z } from 'zod';
import { addonBy } from '../../addon/addon-by.js';
import type { OutputSource, Producer } from '../../addon/outputs-types.js';
import { asValues } from '../../addon/uses.js';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { type NamedSecrets, secretArn, secretName } from '../secret-name.js';
import { addon, addServer, type Database, holds, hostnameVar, options, ownSecret } from './server.js';

/** An addon that makes authentik's database: its address, and the user and password as keys of Secrets. */
export type AuthentikDatabase = Producer<
  'authentik-database',
  { readonly host: z.ZodString; readonly username: z.ZodString; readonly password: z.ZodString },
  'authentik'
>;

type Outputs = Readonly<Record<'host' | 'username' | 'password', OutputSource>>;

/** Pods read the password from the Secret itself: in no other object it is in clear text. */
const databaseOf = (outputs: Outputs): Database => ({
  hasHost: true,
  credentials: {
    projected: {
      sources: Object.entries(outputs).map(([path, { kind, name, valuesKey }]) => ({
        [kind === 'Secret' ? 'secret' : 'configMap']: { name, items: [{ key: valuesKey, path }] },
      })),
    },
  },
});

const onAws = (database: AuthentikDatabase) =>
  defineAddon({
    ...addon,
    uses: { database: asValues(database) },
    infra: {
      vars: { ...hostnameVar, TF_AUTHENTIK_SECRET_MANAGER_ARN: secretArn(holds.authentik, 'authentik') },
      secrets: ownSecret('TF_AUTHENTIK_SECRET_MANAGER_ARN'),
    },
    options: z.object({
      /** Where its remote secret is: a secret manager of a cloud, or any other store. */
      provider: z.literal('aws').default('aws'),
      /** The store that its ExternalSecrets read from. */
      store: storeOf('aws'),
      ...options,
    }),
    build(scope, { charts, options, vars, secrets, uses }) {
      addServer(scope, options, {
        chart: charts.authentik,
        hostname: vars.TF_AUTHENTIK_HOSTNAME,
        own: secrets.authentik,
        database: databaseOf(uses.database),
      });
    },
  });

const withNames = (database: AuthentikDatabase, provider: NamedSecrets) =>
  defineAddon({
    ...addon,
    uses: { database: asValues(database) },
    infra: {
      vars: { ...hostnameVar, TF_AUTHENTIK_SECRET_NAME: secretName(provider, holds.authentik, 'authentik') },
      secrets: ownSecret('TF_AUTHENTIK_SECRET_NAME'),
    },
    options: z.object({
      /** Where its remote secret is: a secret manager of a cloud, or any other store. */
      provider: z.enum(['azure', 'gcp', 'other']).default(provider),
      /** The store that its ExternalSecrets read from. */
      store: storeOf(provider),
      ...options,
    }),
    build(scope, { charts, options, vars, secrets, uses }) {
      addServer(scope, options, {
        chart: charts.authentik,
        hostname: vars.TF_AUTHENTIK_HOSTNAME,
        own: secrets.authentik,
        database: databaseOf(uses.database),
      });
    },
  });

/** The addon on the database of another one. */
export const onDatabase = (database: AuthentikDatabase) =>
  addonBy('provider', 'aws', {
    aws: onAws(database),
    azure: withNames(database, 'azure'),
    gcp: withNames(database, 'gcp'),
    other: withNames(database, 'other'),
  });
