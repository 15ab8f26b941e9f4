import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({ name: 'web', options: { replicas: z.number() }, build() {} });

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
