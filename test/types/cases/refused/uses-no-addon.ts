import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const worker = defineAddon({
  name: 'worker',
  namespace: 'default',
  uses: { queue: { name: 'queue' } },
  build(scope) {
    new ConfigMap(scope, 'queue', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('apps', [worker()]);
