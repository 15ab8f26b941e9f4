import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_TIER: z.enum(['small', 'large']), TF_HOST: z.string().default('a'), TF_SIZE: z.number(), TF_ON: z.boolean() } },
  build(scope, { vars }) {
    const data: Record<string, string> = {};
    if (vars.TF_TIER === 'large') data['equal'] = '';
    if (vars.TF_HOST !== 'b') data['unequal'] = '';
    if ('large' === vars.TF_TIER) data['turned'] = '';
    if (vars.TF_SIZE === 3) data['number'] = '';
    if (vars.TF_ON === true) data['boolean'] = '';
    switch (vars.TF_TIER) {
      case 'small':
        data['case'] = '';
    }
    new ConfigMap(scope, 'data', { data });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
