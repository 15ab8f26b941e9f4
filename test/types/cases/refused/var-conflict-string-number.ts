import { FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';
import { plainAddon } from '../plain-addon.js';

const one = plainAddon('one', { vars: { TF_SHARED: z.string() } });
const two = plainAddon('two', { vars: { TF_SHARED: z.number() } });

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [one()])
  .stage('second', [two()]);
