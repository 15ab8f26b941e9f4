import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  options: z.string(),
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web('a')]);
