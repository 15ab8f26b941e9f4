import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  *build(scope) {
    yield new ConfigMap(scope, 'late', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
