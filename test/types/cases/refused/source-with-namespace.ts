import { defineAddon, FluxApp, FluxCluster, bucketSource } from 'fluxspan';

const apps = defineAddon({
  name: 'apps',
  source: bucketSource({ bucketName: 'apps', endpoint: 's3.example.org', namespace: 'apps' }),
  path: './deploy',
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [apps()]);
