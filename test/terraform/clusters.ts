import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart, hostname, remoteSecret } from 'fluxspan';
import { z } from 'zod';

/** Inputs of every kind that a contract has. */
export const kinds = defineAddon({
  name: 'kinds',
  namespace: 'kinds',
  createNamespace: true,
  namespaceLabels: { 'pod-security.kubernetes.io/enforce': 'baseline', team: 'a' },
  charts: {
    kinds: helmChart<Record<string, unknown>>({ url: 'https://charts.example.org/', chart: 'kinds', version: '1.0.0' }),
    'with-dash': helmChart<Record<string, unknown>>({
      url: 'https://charts.example.org/',
      chart: 'with-dash',
      version: '1.0.0',
    }),
  },
  infra: {
    vars: {
      TF_TEXT: z.string(),
      TF_HOST: hostname(),
      TF_COUNT: z.number(),
      TF_PORT: z.int().min(1).max(65535),
      TF_ON: z.boolean(),
      TF_SIZE: z.enum(['small', 'large']),
      TF_LEVEL: z.literal([1, 2]),
      TF_MODE: z.enum(['fast', 'slow']).default('slow'),
      TF_LIMIT: z.number().default(10),
      TF_FLAG: z.boolean().default(false),
      TF_AWKWARD: z
        .string()
        .regex(/^[^\n]*["\\]\$\{x\}%\{.$/)
        .meta({ examples: ['"${x}%{é'] }),
      TF_SECRET_NAME: z.string(),
      TF_CLOUD_SECRET_NAME: z.string(),
    },
    values: {
      kinds: z.object({
        plain: z.string(),
        'key with blank': z.string().optional(),
        replicas: z.int(),
        enabled: z.boolean().optional(),
        settings: z.object({ region: z.string(), deep: z.object({ size: z.enum(['s', 'm']) }) }),
        maybe: z.object({ must: z.string(), may: z.number().optional() }).optional(),
        allOptional: z.object({ one: z.string().optional() }),
        names: z.array(
          z
            .string()
            .regex(/^[a-z]+$/)
            .meta({ examples: ['abc'] }),
        ),
        env: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
        matrix: z.array(z.array(z.number())).optional(),
      }),
      'with-dash': z.object({ clusterName: z.string() }),
    },
    secrets: {
      login: remoteSecret({
        key: 'TF_SECRET_NAME',
        properties: {
          user: z.string(),
          password: z
            .string()
            .regex(/^.{8,}$/)
            .meta({ examples: ['example-password'] }),
        },
      }),
      cloud: remoteSecret({ key: 'TF_CLOUD_SECRET_NAME', managedBy: 'aws', properties: { username: z.string() } }),
    },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'kinds', { chart: charts.kinds });
    new HelmRelease(scope, 'with-dash', { chart: charts['with-dash'], name: 'with-dash' });
  },
});

/** Reads a var that another addon reads too, with a pattern of its own. */
export const reader = defineAddon({
  name: 'reader',
  infra: {
    vars: {
      TF_TEXT: z
        .string()
        .regex(/^[^ ]+$/)
        .meta({ examples: ['text'] }),
    },
  },
  build() {},
});

const app = new FluxApp();

/** Everything at once. */
export const many = new FluxCluster(app, 'many', { flux: '2.9' }).stage('all', [kinds(), reader()]);

/** A cluster that needs nothing from Terraform. */
export const none = new FluxCluster(app, 'none', { flux: '2.9' });

const optional = defineAddon({
  name: 'optional',
  infra: { vars: { TF_MODE: z.enum(['fast', 'slow']).default('slow') } },
  build() {},
});

/** A cluster that has a use for inputs, and needs none. */
export const relaxed = new FluxCluster(app, 'relaxed', { flux: '2.9' }).stage('all', [optional()]);

/** A cluster whose vars are read in several namespaces, under a name of the platform's choice. */
export const spread = new FluxCluster(app, 'spread', {
  flux: '2.9',
  varsConfigMap: 'cluster-vars',
  varsNamespaces: ['apps', 'default'],
}).stage('all', [kinds(), reader({ kustomization: { namespace: 'apps' } })]);
