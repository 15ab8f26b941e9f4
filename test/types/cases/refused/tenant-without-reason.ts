import { FluxApp, FluxCluster, tenant } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('tenants', [
  tenant({ name: 'claims', offboard: { deleteNamespaces: true } }),
]);
