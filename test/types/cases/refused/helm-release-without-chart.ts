import { defineAddon, FluxApp, FluxCluster, HelmRelease } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build(scope) {
    new HelmRelease(scope, 'web', { values: { replicas: 2 } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
