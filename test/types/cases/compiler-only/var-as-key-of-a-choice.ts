import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_TIER: z.enum(['small', 'large']) } },
  build(scope, { vars }) {
    const sizes = { small: '1', large: '2' };
    new ConfigMap(scope, 'data', { data: { size: sizes[vars.TF_TIER] ?? '0' } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
