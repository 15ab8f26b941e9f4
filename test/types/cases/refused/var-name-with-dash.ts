import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_GOOD: z.string(), 'tf-bad': z.string() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { good: vars.TF_GOOD } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
