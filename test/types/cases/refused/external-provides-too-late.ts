import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [plainAddon('web', { requires: ['monitoring.coreos.com'] })()])
  .external('monitoring', { provides: ['monitoring.coreos.com'] });
