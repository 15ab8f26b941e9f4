import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

export const cluster = new FluxCluster(new FluxApp(), 'dev', {
  external: [
    'nodes.example.org',
    { kind: 'Namespace', name: 'apps' },
    { kind: 'Secret', namespace: 'apps', name: 'pull' },
    { kind: 'Kustomization', namespace: 'apps', name: 'prometheus' },
    {
      kind: 'Kustomization',
      name: 'monitoring',
      provides: ['monitoring.coreos.com'],
      dependsOn: ['first', 'nodes', { name: 'prometheus', namespace: 'apps' }],
    },
  ],
})
  .stage('first', [plainAddon('nodes', { requires: ['nodes.example.org'] })()])
  .stage('second', [plainAddon('web', { requires: ['monitoring.coreos.com', 'monitoring'] })()])
  .stage('third', [plainAddon('shop')()], {
    dependsOn: ['monitoring', { name: 'monitoring', namespace: 'flux-system' }, { name: 'prometheus', namespace: 'apps' }],
  });

const name: string = 'team-blue';
/** A name that comes from elsewhere, as those of stages and addons may. */
export const generated = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Kustomization', name }] }).stage(
  'first',
  [plainAddon('web')()],
  { dependsOn: [name] },
);
