import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  infra: { vars: { TF_DATABASE: z.string() }, secrets: { database: z.object({ password: z.string() }) } },
  build() {},
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
