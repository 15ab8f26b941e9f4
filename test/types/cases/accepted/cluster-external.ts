import { type ExternalObject, FluxApp, FluxCluster } from 'fluxspan';

const pull: ExternalObject = { kind: 'Secret', namespace: 'web', name: 'pull' };

export const cluster = new FluxCluster(new FluxApp(), 'dev', {
  external: [pull, { kind: 'ClusterSecretStore', name: 'main' }, { group: 'apps', kind: 'Deployment', name: 'web' }],
});
