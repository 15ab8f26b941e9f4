import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Kustomization', name: 'monitoring', provides: ['a.example.org'] }] })
  .stage('first', [plainAddon('web', { requires: ['monitoring', 'b.example.org'] })()]);
