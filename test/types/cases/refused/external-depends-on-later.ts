import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [plainAddon('nodes')()])
  .external('monitoring', { dependsOn: ['apps'] })
  .stage('apps', [plainAddon('web')()], { dependsOn: ['monitoring'] });
