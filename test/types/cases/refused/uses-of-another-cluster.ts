import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { queueIn } from '../queue-addon.js';

const queue = queueIn('flux-system');
const worker = defineAddon({
  name: 'worker',
  namespace: 'default',
  uses: { queue },
  build(scope, { uses }) {
    new ConfigMap(scope, 'queue', { data: { name: uses.queue.queue_name } });
  },
});

const app = new FluxApp();
export const hub = new FluxCluster(app, 'hub').stage('cloud', [queue()]);
export const dev = new FluxCluster(app, 'dev').stage('apps', [worker()]);
