import { defineAddon, FluxApp, FluxCluster, Kustomization } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  build(scope) {
    new Kustomization(scope, 'inner', {
      name: 'inner',
      path: './inner',
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      wait: true,
      healthChecks: [{ kind: 'Deployment', name: 'web', namespace: 'default' }],
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
