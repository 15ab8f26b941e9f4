import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const name: string = 'three';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('one', [plainAddon('one')(), plainAddon('two')()])
  .stage(name, [plainAddon('other')(), plainAddon('three')()])
  .stage('last', [plainAddon('last', { requires: ['one'] })()], { dependsOn: ['one', 'three'] });
