import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { queueIn } from '../queue-addon.js';

const queue = queueIn('default');
const worker = defineAddon({
  name: 'worker',
  namespace: 'default',
  uses: { queue },
  build(scope, { uses }) {
    new ConfigMap(scope, 'queue', { data: { name: uses.queue.queue_name } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('cloud', [queue()]).stage('apps', [worker()]);
