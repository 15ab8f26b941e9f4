import { defineAddon, FluxApp, FluxCluster, StorageClass } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  createNamespace: true,
  build(scope) {
    new StorageClass(scope, 'class', { provisioner: 'example.org' });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
