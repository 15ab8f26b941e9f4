import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: hostname() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { host: vars.TF_HOST } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Namespace', name: 'apps' }], varsNamespaces: ['jobs'] }).stage('first', [
  web({ kustomization: { namespace: 'apps' } }),
]);
