import { defineInfra, FluxApp, FluxCluster } from 'fluxspan';
import { z } from 'zod';
import { plainAddon } from '../plain-addon.js';

const one = plainAddon('one', { vars: { TF_A: z.enum(['a', 'b']), TF_B: z.string(), TF_C: z.number(), TF_D: z.boolean() } });
const two = plainAddon('two', { vars: { TF_A: z.enum(['b', 'c']), TF_B: z.string().default('x'), TF_C: z.number(), TF_D: z.boolean() } });
const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [one(), two()]);

defineInfra(cluster, { vars: { TF_A: 'a', TF_B: 1, TF_C: '1', TF_D: 'true' }, values: {}, secrets: {} });
