import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: z.string() } },
  build(scope, { vars }) {
    const { TF_HOST: host } = vars;
    new ConfigMap(scope, 'data', {
      data: {
        upper: host.toUpperCase(),
        first: host.split('.')[0] ?? '',
        dashes: host.replaceAll('.', '-'),
        slice: host.slice(0, 3),
        starts: host.startsWith('a') ? 'yes' : 'no',
      },
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
