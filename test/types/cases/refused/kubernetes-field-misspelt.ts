import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { Service } from 'fluxspan/imports/core';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build: (scope) => {
    new Service(scope, 'service', { spec: { ports: [{ port: 80, targetport: 'http' }] } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
