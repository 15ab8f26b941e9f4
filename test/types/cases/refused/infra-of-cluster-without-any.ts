import { defineInfra, FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [plainAddon('web')()]);

const vars = { TF_NAME: 'web' };
defineInfra(cluster, { vars, values: {}, secrets: {} });
