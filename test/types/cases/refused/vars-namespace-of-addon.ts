import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: hostname() } },
  kustomization: { namespace: 'apps' },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { host: vars.TF_HOST } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Namespace', name: 'apps' }] }).stage('first', [web()]);
