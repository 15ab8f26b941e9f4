import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const store = plainAddon('store');
const worker = defineAddon({
  name: 'worker',
  namespace: 'default',
  uses: { store },
  build(scope) {
    new ConfigMap(scope, 'queue', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('cloud', [store()]).stage('apps', [worker()]);
