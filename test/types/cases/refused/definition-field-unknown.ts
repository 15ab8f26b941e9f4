import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  require: ['store'],
  build(scope) {
    new ConfigMap(scope, 'data', {});
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
