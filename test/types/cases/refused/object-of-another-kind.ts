import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { Certificate } from 'fluxspan/imports/cert-manager.io';
import { Provider } from 'fluxspan/imports/notification.toolkit.fluxcd.io';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  build(scope) {
    new Certificate(scope, 'tls', { spec: { issuerRef: new Provider(scope, 'slack', { namespace: 'flux-system', name: 'slack', spec: { type: 'slack' } }), secretName: 'web-tls' } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['cert-manager.io'] }).stage('first', [web()]);
