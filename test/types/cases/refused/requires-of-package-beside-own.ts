import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  requires: ['example.org', 'secret-store'],
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['example.org'] }).stage('first', [web()]);
