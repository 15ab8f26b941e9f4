import { z } from 'zod';
import { remoteSecret } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { storeOf } from '../references.js';
import { secretArn } from '../secret-name.js';
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

/** On a database of RDS, whose password AWS draws, with its other secrets in AWS Secrets Manager. */
export const aws = defineAddon({
  ...addon,
  infra: {
    vars: {
      ...hostnameVar,
      TF_AUTHENTIK_DB_SECRET_ARN: secretArn(holds.database, 'rds!db-authentik'),
      TF_AUTHENTIK_SECRET_MANAGER_ARN: secretArn(holds.authentik, 'authentik'),
    },
    values: databaseHost('authentik.example.eu-west-1.rds.amazonaws.com'),
    secrets: {
      'authentik-db': remoteSecret({
        key: 'TF_AUTHENTIK_DB_SECRET_ARN',
        managedBy: 'aws',
        properties: databaseUser,
      }),
      ...ownSecret('TF_AUTHENTIK_SECRET_MANAGER_ARN'),
    },
  },
  options: z.object({
    /** Where its remote secrets are: a secret manager of a cloud, or any other store. */
    provider: z.literal('aws').default('aws'),
    /** The store that its ExternalSecrets read from. */
    store: storeOf('aws'),
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
