import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Kustomization', name: 'monitoring' }] })
  .stage('first', [plainAddon('web')()], { dependsOn: [{ name: 'monitoring', namespace: 'apps' }] });
