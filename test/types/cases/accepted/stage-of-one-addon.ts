import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('gateway', [plainAddon('gateway')()])
  .stage('empty', [])
  .stage('web', [plainAddon('web', { requires: ['gateway'] })()], { dependsOn: ['gateway', 'empty'] });
