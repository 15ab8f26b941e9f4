import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_REPLICAS: z.number() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { twice: String(vars.TF_REPLICAS * 2) } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
