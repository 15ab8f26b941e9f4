import { defineAddon, FluxApp, FluxCluster, gitSource } from 'fluxspan';

const apps = defineAddon({
  name: 'apps',
  source: gitSource({ url: 'https://git.example.org/apps' }),
  path: './deploy',
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [apps()]);
