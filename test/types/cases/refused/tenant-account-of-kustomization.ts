import { FluxApp, FluxCluster, gitSource, tenant } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('tenants', [
  tenant({
    name: 'claims',
    source: gitSource('https://github.com/acme/claims', 'v1.0.0'),
    kustomization: { serviceAccountName: 'flux' },
  }),
]);
