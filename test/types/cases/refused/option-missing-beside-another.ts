import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  options: z.object({ host: z.string(), size: z.enum(['small', 'large']).default('small') }),
  build(scope, { options }) {
    new ConfigMap(scope, 'data', { data: { host: options.host, size: options.size } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web({ size: 'large' })]);
