import { defineAddon, FluxApp, FluxCluster, gitSource } from 'fluxspan';

const apps = defineAddon({
  name: 'apps',
  source: gitSource({ url: 'https://git.example.org/apps', ref: { branch: 'main', tag: 'v1.0.0' } }),
  path: './deploy',
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [apps()]);
