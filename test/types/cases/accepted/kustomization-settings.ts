import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: hostname() } },
  kustomization: {
    postBuild: {
      substitute: { REGION: 'eu-west-1' },
      substituteFrom: [
        { kind: 'Secret', name: 'domains', optional: true, vars: { MAIL: hostname(), RETRIES: z.int() } },
        { kind: 'ConfigMap', name: 'colours', optional: true, vars: ['COLOUR', 'SHADE'] },
      ],
    },
  },
  helmRelease: { timeout: '3m' },
  build(scope, { vars }) {
    const texts: readonly string[] = [vars.TF_HOST, vars.REGION, vars.MAIL, vars.SHADE];
    new ConfigMap(scope, 'data', { data: { texts: texts.join('-'), retries: `${vars.RETRIES}`, colour: `a-${vars.COLOUR}-b` } });
  },
});

const job = defineAddon({
  name: 'job',
  namespace: 'default',
  infra: { vars: { TF_HOST: hostname() } },
  kustomization: { namespace: 'jobs' },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { name: 'job', data: { host: vars.TF_HOST } });
  },
});

const plain = defineAddon({
  name: 'plain',
  namespace: 'default',
  build(scope) {
    new ConfigMap(scope, 'data', { name: 'plain', data: {} });
  },
});

export const cluster = new FluxCluster(
  new FluxApp({
    defaults: {
      kustomization: { timeout: '20m', wait: true, postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'all', optional: true, vars: [] }] } },
      helmRelease: { install: { remediation: { retries: 3 } }, maxHistory: 3 },
    },
  }),
  'dev',
  {
    external: [{ kind: 'Namespace', name: 'elsewhere' }],
    varsConfigMap: 'cluster-vars',
    varsNamespaces: ['apps', 'jobs'],
    defaults: { helmRelease: { driftDetection: { mode: 'warn' } } },
  },
)
  .stage('one', [job(), plain({ kustomization: { namespace: 'elsewhere' } })])
  .stage('two', [web({ kustomization: { namespace: 'apps', interval: null, decryption: null } })]);
