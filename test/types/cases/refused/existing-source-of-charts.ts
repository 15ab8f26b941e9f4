import { defineAddon, FluxApp, FluxCluster, existingSource } from 'fluxspan';

const apps = defineAddon({
  name: 'apps',
  source: existingSource({ kind: 'HelmRepository', name: 'charts' }),
  path: './deploy',
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [apps()]);
