import { z } from 'zod';
import { type AuthentikValues, authentikValuesSchema } from '../../../imports/charts/authentik.js';
import { defineAddon } from '../../addon/define-addon.js';
import { ExternalSecret, type ExternalSecretProps } from '../../constructs/external-secret.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { arn, email, hostname, remoteSecret } from '../../contract/index.js';
import { addHttpsRoutes } from '../add-https-routes.js';
import { duration } from '../duration-option.js';
import { gatewayOption, storeOption } from '../references.js';
import { addOidcApplications, oidcApplication } from './oidc-application.js';

const DATABASE_SECRET = 'authentik-postgres';
const KEY_SECRET = 'authentik-secret-key';
const ADMIN_SECRET = 'authentik-bootstrap-admin';
const DATABASE_FOLDER = '/postgres-creds';

/** authentik, the identity provider, on a PostgreSQL database that Terraform makes: https://docs.goauthentik.io/ */
export const authentik = defineAddon({
  name: 'authentik',
  description: 'the identity provider',
  namespace: 'authentik',
  createNamespace: true,
  requires: ['external-secrets.io', 'secret-store', 'gateway.networking.k8s.io', 'gateway'],
  // A route hangs on its Gateway as soon as that is there.
  startsWithout: ['gateway'],
  charts: {
    authentik: helmChart<AuthentikValues>({
      url: 'https://charts.goauthentik.io/',
      chart: 'authentik',
      version: '2026.8.0',
      valuesSchema: authentikValuesSchema,
    }),
  },
  infra: {
    vars: {
      TF_AUTHENTIK_HOSTNAME: hostname().meta({ description: 'host name of authentik', examples: ['auth.example.org'] }),
      TF_AUTHENTIK_DB_SECRET_ARN: arn('secretsmanager', 'secret:rds!db-authentik').meta({
        description: "ARN of the secret that holds the database's user and password",
      }),
      TF_AUTHENTIK_SECRET_MANAGER_ARN: arn('secretsmanager', 'secret:authentik').meta({
        description: "ARN of the secret that holds authentik's key and first user",
      }),
    },
    values: {
      authentik: z.object({
        authentik: z.object({
          postgresql: z.object({
            host: hostname().meta({
              description: 'host name of the database',
              examples: ['authentik.example.eu-west-1.rds.amazonaws.com'],
            }),
          }),
        }),
      }),
    },
    secrets: {
      'authentik-db': remoteSecret({
        key: 'TF_AUTHENTIK_DB_SECRET_ARN',
        managedBy: 'aws',
        properties: {
          username: z.string().describe('user of the database'),
          password: z.string().describe('password of that user'),
        },
      }),
      authentik: remoteSecret({
        key: 'TF_AUTHENTIK_SECRET_MANAGER_ARN',
        properties: {
          secretKey: z.string().describe('key with which authentik signs its sessions'),
          adminEmail: email().meta({ description: "e-mail address of authentik's first user" }),
          adminPassword: z.string().describe("password of authentik's first user"),
          token: z.string().describe("API token of authentik's first user"),
        },
      }),
    },
  },
  options: z.object({
    /** The store that its ExternalSecrets read from. */
    store: storeOption,
    /** The Gateway that its routes attach to. */
    gateway: gatewayOption,
    /** The name of the database. */
    database: z.string().default('authentik'),
    /** The port of the database. */
    databasePort: z.number().int().default(5432),
    /** How PostgreSQL's client checks the server: https://www.postgresql.org/docs/current/libpq-ssl.html */
    sslMode: z.enum(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']).default('require'),
    /** How often External Secrets reads the password. After the cloud rotates it, new connections fail until the next read. */
    databaseRefreshInterval: duration.default('1h'),
    /** Applications whose users log in through authentik; each becomes a blueprint. */
    oidcApplications: z.array(oidcApplication).default([]),
    /** Sends error reports to authentik's developers. */
    errorReporting: z.boolean().default(false),
    /** Replicas of the server. */
    serverReplicas: z.number().int().min(1).default(1),
    /** Replicas of the worker. */
    workerReplicas: z.number().int().min(1).default(1),
  }),
  build(scope, { charts, options, vars, secrets }) {
    const secret = (name: string, content: Pick<ExternalSecretProps, 'data' | 'dataFrom' | 'refreshInterval'>) =>
      new ExternalSecret(scope, name, {
        name,
        secretStoreRef: options.store,
        target: { name, creationPolicy: 'Owner' },
        ...content,
      });
    secret(DATABASE_SECRET, {
      dataFrom: [secrets['authentik-db'].extract()],
      refreshInterval: options.databaseRefreshInterval,
    });
    secret(KEY_SECRET, {
      data: [{ secretKey: 'AUTHENTIK_SECRET_KEY', remoteRef: secrets.authentik.property('secretKey') }],
    });
    secret(ADMIN_SECRET, {
      data: [
        { secretKey: 'AUTHENTIK_BOOTSTRAP_EMAIL', remoteRef: secrets.authentik.property('adminEmail') },
        { secretKey: 'AUTHENTIK_BOOTSTRAP_PASSWORD', remoteRef: secrets.authentik.property('adminPassword') },
        { secretKey: 'AUTHENTIK_BOOTSTRAP_TOKEN', remoteRef: secrets.authentik.property('token') },
      ],
    });
    // As files, since authentik reads those again when the cloud rotates the password; an environment stays as it was.
    const credentials = {
      volumes: [{ name: 'postgres-creds', secret: { secretName: DATABASE_SECRET } }],
      volumeMounts: [{ name: 'postgres-creds', mountPath: DATABASE_FOLDER, readOnly: true }],
    };
    const { configMaps, volumes, volumeMounts } = addOidcApplications(scope, options.oidcApplications, options.store);
    new HelmRelease(scope, 'release', {
      chart: charts.authentik,
      values: {
        authentik: {
          error_reporting: { enabled: options.errorReporting },
          postgresql: {
            name: options.database,
            port: options.databasePort,
            user: `file://${DATABASE_FOLDER}/username`,
            password: `file://${DATABASE_FOLDER}/password`,
          },
        },
        global: {
          env: [{ name: 'AUTHENTIK_POSTGRESQL__SSLMODE', value: options.sslMode }],
          envFrom: [{ secretRef: { name: KEY_SECRET } }, { secretRef: { name: ADMIN_SECRET } }],
        },
        server: { replicas: options.serverReplicas, ...credentials },
        worker: {
          replicas: options.workerReplicas,
          volumes: [...credentials.volumes, ...volumes],
          volumeMounts: [...credentials.volumeMounts, ...volumeMounts],
        },
        ...(configMaps.length === 0 ? {} : { blueprints: { configMaps: [...configMaps] } }),
      },
    });
    addHttpsRoutes(scope, 'authentik', {
      gateway: options.gateway,
      hostname: vars.TF_AUTHENTIK_HOSTNAME,
      service: { name: 'authentik-server', port: 80 },
      // https://docs.goauthentik.io/install-config/reverse-proxy/
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '443' },
    });
  },
});
