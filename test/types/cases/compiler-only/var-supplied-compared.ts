import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  kustomization: {
    postBuild: {
      substitute: { REGION: 'eu' },
      substituteFrom: [
        { kind: 'ConfigMap', name: 'list', vars: ['ZONE'] },
        { kind: 'ConfigMap', name: 'typed', vars: { TIER: z.enum(['small', 'large']) } },
      ],
    },
  },
  build(scope, { vars }) {
    const data: Record<string, string> = {};
    if (vars.REGION === 'us') data['set'] = '';
    if (vars.ZONE === 'a') data['listed'] = '';
    if (vars.TIER === 'large') data['typed'] = '';
    new ConfigMap(scope, 'data', { data });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
