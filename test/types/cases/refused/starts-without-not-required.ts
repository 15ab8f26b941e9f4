import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  requires: ['secret-store'],
  startsWithout: ['gateway'],
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['secret-store'] }).stage('first', [web()]);
