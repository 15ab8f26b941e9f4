import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const tenants = ['blue', 'green'].map((name) => plainAddon(name)());

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [plainAddon('one')()])
  .stage('tenants', tenants)
  .stage('first', [plainAddon('two')()]);
