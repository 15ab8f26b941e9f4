import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  options: z.object({ host: z.string() }),
  build(scope, { options }) {
    new ConfigMap(scope, 'data', { data: { host: options.hots } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web({ host: 'web' })]);
