import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_REPLICAS: z.number() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { replicas: vars.TF_REPLICAS } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
