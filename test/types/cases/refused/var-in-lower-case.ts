import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: z.string() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { host: vars.TF_HOST.toLowerCase() } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
