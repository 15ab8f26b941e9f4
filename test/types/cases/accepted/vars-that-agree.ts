import { FluxApp, FluxCluster, hostname } from 'fluxspan';
import { z } from 'zod';
import { plainAddon } from '../plain-addon.js';

const one = plainAddon('one', { vars: { TF_A: z.enum(['a', 'b', 'c']), TF_B: hostname(), TF_C: z.number() } });
const two = plainAddon('two', { vars: { TF_A: z.enum(['b', 'c', 'd']), TF_B: z.string(), TF_C: z.number().default(1) } });
const three = plainAddon('three', { vars: { TF_A: z.literal('b'), TF_D: z.boolean() } });

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [one(), two()]).stage('second', [three()]);
