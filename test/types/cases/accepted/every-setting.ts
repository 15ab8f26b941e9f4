import {
  arn,
  awsRegion,
  ConfigMap,
  defineAddon,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  gitSource,
  HelmRelease,
  helmChart,
  hostname,
  remoteSecret,
} from 'fluxspan';
import { z } from 'zod';

interface WebValues {
  readonly replicas?: number;
  readonly ingress?: { readonly host?: string; readonly paths?: readonly string[] };
  readonly db?: { readonly host?: string; readonly port?: number };
}

const crds = defineAddon({
  name: 'example-crds',
  folder: 'crds',
  provides: ['example.org'],
  source: gitSource('https://git.example.org/crds', 'v1.2.3', { ignore: '/docs' }),
  path: './deploy/crds',
});

const store = defineAddon({
  name: 'store',
  description: 'where secrets come from',
  namespace: 'store',
  createNamespace: true,
  namespaceLabels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  provides: ['secret-store'],
  build(scope) {
    new ConfigMap(scope, 'data', { data: {}, immutable: true, labels: { a: 'b' }, annotations: { c: 'd' } });
  },
});

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  folder: 'apps',
  requires: ['example.org', 'secret-store', 'nodes'],
  startsWithout: ['nodes'],
  charts: {
    web: helmChart<WebValues>({ url: 'oci://example.org/mirror/a', chart: 'web', version: '1.0.0', sourceName: 'web' }),
    worker: helmChart<WebValues>({ url: 'https://charts.example.org', chart: 'worker', version: '2.x', sourceName: 'charts' }),
  },
  infra: {
    vars: {
      TF_REGION: awsRegion(),
      TF_HOST: hostname(),
      TF_REPLICAS: z.number().default(2),
      TF_DEBUG: z.boolean(),
      TF_TIER: z.enum(['small', 'large']).default('small'),
      TF_KIND: z.literal('web'),
      TF_SECRET_ARN: arn('secretsmanager'),
      TF_DB_SECRET_ARN: arn('secretsmanager'),
    },
    values: { web: z.object({ db: z.object({ host: hostname(), port: z.number().optional() }) }) },
    secrets: {
      web: remoteSecret({ key: 'TF_SECRET_ARN', properties: { token: z.string(), mode: z.enum(['a', 'b']) } }),
      db: remoteSecret({ key: 'TF_DB_SECRET_ARN', managedBy: 'aws', properties: { password: z.string() } }),
    },
  },
  options: z.object({ paths: z.array(z.string()).default(['/']), title: z.string() }),
  kustomization: { timeout: '20m' },
  build(scope, { charts, options, vars, secrets, namespace }) {
    const release = new HelmRelease(scope, 'web', {
      chart: charts.web,
      interval: '1h30m',
      values: { ingress: { host: vars.TF_HOST, paths: options.paths } },
      install: { timeout: '90s', remediation: { retries: 3 } },
      extra: { spec: { aFieldOfTomorrow: true } },
    });
    new HelmRelease(scope, 'worker', { chart: charts.worker, dependsOn: [release], maxHistory: 3 });
    new ConfigMap(scope, 'data', {
      name: 'settings',
      data: {
        region: vars.TF_REGION,
        tier: vars.TF_TIER,
        kind: vars.TF_KIND,
        text: `at ${vars.TF_REPLICAS} in ${namespace}: ${options.title}, ${vars.TF_DEBUG}`,
      },
    });
    new ExternalSecret(scope, 'secret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'store', external: true },
      refreshInterval: '30m',
      data: [{ secretKey: 'token', remoteRef: secrets.web.property('token') }],
      dataFrom: [secrets.db.extract()],
    });
  },
});

export const cluster = new FluxCluster(
  new FluxApp({
    root: 'platform/k8s',
    pathPrefix: 'k8s',
    source: { kind: 'OCIRepository', name: 'tree' },
    otherClusters: ['staging'],
    protectedKinds: [{ group: 'db.example.org', kind: 'Database', loses: 'the database' }, { group: '*.example.org' }],
  }),
  'dev',
  {
    flux: '2.8',
    kubernetes: '1.33',
    base: 'origin/release',
    external: ['nodes', 'other.example.org', { kind: 'Namespace', name: 'shared' }],
  },
)
  .stage('crds', [crds({ version: 'v1.3.0', kustomization: { prune: false } })])
  .stage('store', [store({ createNamespace: true, namespaceLabels: { team: 'a' }, kustomization: { wait: false, suspend: true } })])
  .stage('apps', [
    web({
      title: 'the web',
      values: { web: { replicas: 3, ingress: { paths: ['/a'] } }, worker: { db: { port: null } } },
      version: { worker: '2.1.0' },
      kustomization: {
        interval: '5m',
        healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'web' }],
        decryption: { provider: 'sops' },
      },
    }),
  ], { dependsOn: ['crds', 'store'] })
  .removed('old', { reason: 'moved elsewhere' })
  .replaced({ kind: 'HelmRelease', name: 'web', namespace: 'web' }, { reason: 'the chart has another name' })
  .except('FX315', { object: 'HelmRelease/web', reason: 'the field is in the next version of the CRD' });
