import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const tenant = (team: string) => plainAddon(`tenant-${team}`);

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('tenants', [
  tenant('blue')(),
  plainAddon('web')(),
  tenant('green')(),
  plainAddon('web')(),
]);
