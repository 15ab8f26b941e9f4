import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const tenant = (team: string) => plainAddon(`tenant-${team}`, { requires: ['gateway', `quota-${team}`] });

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('quotas', [plainAddon('quota-blue')(), plainAddon('quota-green')()])
  .stage('tenants', [tenant('blue')(), tenant('green')()]);
