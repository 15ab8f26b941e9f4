import { App, Chart } from 'cdk8s';
import { ConfigMap, defineAddon } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_GOOD: z.string(), TF_TITLE: z.string(), TF_SIZE: z.number().default(1) } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { good: vars.TF_GOOD, title: vars.TF_TITLE } });
  },
});

web.addTo(new Chart(new App(), 'chart'), { infra: { vars: { TF_GOOD: 'a' } } });
