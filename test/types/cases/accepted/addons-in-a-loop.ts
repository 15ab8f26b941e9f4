import { type AddonInstance, FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const tenants: AddonInstance[] = [];
for (const name of ['blue', 'green', 'red']) tenants.push(plainAddon(`tenant-${name}`)());
const mapped = ['one', 'two'].map((name) => plainAddon(name, { requires: ['gateway'] })());

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('gateway', [plainAddon('gateway')()])
  .stage('tenants', tenants)
  .stage('mapped', mapped, { dependsOn: ['gateway'] })
  .stage('last', [plainAddon('last', { requires: ['gateway'] })()], { dependsOn: ['tenants', 'mapped', 'one'] });
