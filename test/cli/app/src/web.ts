import { ConfigMap, defineAddon, hostname } from 'fluxspan';
import { z } from 'zod';

export const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  infra: { vars: { TF_WEB_HOST: hostname() } },
  options: z.object({ title: z.string() }),
  build(scope, { options, vars }) {
    new ConfigMap(scope, 'data', { data: { title: options.title, host: vars.TF_WEB_HOST } });
  },
});
