import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  async build(scope) {
    new ConfigMap(scope, 'early', { data: {} });
    await Promise.resolve();
    new ConfigMap(scope, 'late', { name: 'late', data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
