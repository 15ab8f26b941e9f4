import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { Certificate } from 'fluxspan/imports/cert-manager.io';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build(scope) {
    new Certificate(scope, 'tls', { spec: { issuerRef: { name: 'ours', kind: 'ClusterIssuer', external: true }, secretName: 'web-tls', duration: '90 days' } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['cert-manager.io'] }).stage('first', [web()]);
