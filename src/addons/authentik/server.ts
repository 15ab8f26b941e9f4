import type { Construct } from 'constructs';
import { z } from 'zod';
import { type AuthentikValues, authentikValuesSchema } from '../../../imports/charts/authentik.js';
import type { Duration } from '../../constructs/duration.js';
import { ExternalSecret, type ExternalSecretProps } from '../../constructs/external-secret.js';
import { type AddonChart, helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { email, hostname, remoteSecret, type SecretHandle, type TextVar } from '../../contract/index.js';
import { addHttpsRoutes } from '../add-https-routes.js';
import { duration } from '../duration-option.js';
import { gatewayOption, type StoreOption } from '../references.js';
import { addOidcApplications, oidcApplication } from './oidc-application.js';

const DATABASE_SECRET = 'authentik-postgres';
const KEY_SECRET = 'authentik-secret-key';
const ADMIN_SECRET = 'authentik-bootstrap-admin';
const DATABASE_FOLDER = '/postgres-creds';

/** What is the same wherever its database and its secrets are. */
export const addon = {
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
} as const;

/** What the remote secrets hold. */
export const holds = {
  database: "the database's user and password",
  authentik: "authentik's key and first user",
} as const;

/** The vars that every variant has. */
export const hostnameVar = {
  TF_AUTHENTIK_HOSTNAME: hostname().meta({ description: 'host name of authentik', examples: ['auth.example.org'] }),
};

/** The address of a database that Terraform makes. */
export const databaseHost = (example: string) => ({
  authentik: z.object({
    authentik: z.object({
      postgresql: z.object({
        host: hostname().meta({ description: 'host name of the database', examples: [example] }),
      }),
    }),
  }),
});

/** What the secret of a database holds. */
export const databaseUser = {
  username: z.string().describe('user of the database'),
  password: z.string().describe('password of that user'),
};

/** The secret with its key and first user, by the var that tells where it is. */
export const ownSecret = <const Key extends string>(key: Key) => ({
  authentik: remoteSecret({
    key,
    properties: {
      secretKey: z.string().describe('key with which authentik signs its sessions'),
      adminEmail: email().meta({ description: "e-mail address of authentik's first user" }),
      adminPassword: z.string().describe("password of authentik's first user"),
      token: z.string().describe("API token of authentik's first user"),
    },
  }),
});

/** Options that every variant takes. */
export const options = {
  /** The Gateway that its routes attach to. */
  gateway: gatewayOption,
  /** The name of the database. */
  database: z.string().default('authentik'),
  /** The port of the database. */
  databasePort: z.number().int().default(5432),
  /** How PostgreSQL's client checks the server: https://www.postgresql.org/docs/current/libpq-ssl.html */
  sslMode: z.enum(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']).default('require'),
  /** Applications whose users log in through authentik; each becomes a blueprint. */
  oidcApplications: z.array(oidcApplication).default([]),
  /** Sends error reports to authentik's developers. */
  errorReporting: z.boolean().default(false),
  /** Replicas of the server. */
  serverReplicas: z.number().int().min(1).default(1),
  /** Replicas of the worker. */
  workerReplicas: z.number().int().min(1).default(1),
};

/** Options where its database's user is in a remote secret. */
export const databaseOptions = {
  /** How often External Secrets reads the password. After the cloud rotates it, new connections fail until the next read. */
  databaseRefreshInterval: duration.default('1h'),
};

type Options = z.output<z.ZodObject<typeof options>> & { readonly store: StoreOption };

/** Where pods find what they need to reach the database. */
export interface Database {
  /** The source of a volume with the files `username` and `password`, and `host` where `hasHost`. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Otherwise Terraform writes the host into the values. */
  readonly hasHost: boolean;
}

interface Given {
  readonly chart: AddonChart<AuthentikValues>;
  readonly hostname: TextVar<'TF_AUTHENTIK_HOSTNAME'>;
  readonly own: SecretHandle<'secretKey' | 'adminEmail' | 'adminPassword' | 'token'>;
  readonly database: Database;
}

type Content = Pick<ExternalSecretProps, 'data' | 'dataFrom' | 'refreshInterval'>;

const addSecret = (scope: Construct, secretStoreRef: StoreOption, name: string, content: Content) =>
  new ExternalSecret(scope, name, { name, secretStoreRef, target: { name, creationPolicy: 'Owner' }, ...content });

/** The Secret of a database whose user and password are in a remote secret. */
export const addDatabaseSecret = (
  scope: Construct,
  { store, databaseRefreshInterval }: { readonly store: StoreOption; readonly databaseRefreshInterval: Duration },
  secret: SecretHandle<'username' | 'password'>,
): Database => {
  addSecret(scope, store, DATABASE_SECRET, {
    dataFrom: [secret.extract()],
    refreshInterval: databaseRefreshInterval,
  });
  return { credentials: { secret: { secretName: DATABASE_SECRET } }, hasHost: false };
};

export const addServer = (scope: Construct, options: Options, { chart, hostname, own, database }: Given): void => {
  addSecret(scope, options.store, KEY_SECRET, {
    data: [{ secretKey: 'AUTHENTIK_SECRET_KEY', remoteRef: own.property('secretKey') }],
  });
  addSecret(scope, options.store, ADMIN_SECRET, {
    data: [
      { secretKey: 'AUTHENTIK_BOOTSTRAP_EMAIL', remoteRef: own.property('adminEmail') },
      { secretKey: 'AUTHENTIK_BOOTSTRAP_PASSWORD', remoteRef: own.property('adminPassword') },
      { secretKey: 'AUTHENTIK_BOOTSTRAP_TOKEN', remoteRef: own.property('token') },
    ],
  });
  // As files, since authentik reads those again when the cloud rotates the password; an environment stays as it was.
  const credentials = {
    volumes: [{ name: 'postgres-creds', ...database.credentials }],
    volumeMounts: [{ name: 'postgres-creds', mountPath: DATABASE_FOLDER, readOnly: true }],
  };
  const { configMaps, volumes, volumeMounts } = addOidcApplications(scope, options.oidcApplications, options.store);
  new HelmRelease(scope, 'release', {
    chart,
    values: {
      authentik: {
        error_reporting: { enabled: options.errorReporting },
        postgresql: {
          name: options.database,
          port: options.databasePort,
          ...(database.hasHost ? { host: `file://${DATABASE_FOLDER}/host` } : {}),
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
    hostname: hostname,
    service: { name: 'authentik-server', port: 80 },
    // https://docs.goauthentik.io/install-config/reverse-proxy/
    headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '443' },
  });
};
