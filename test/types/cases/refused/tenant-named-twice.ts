import { FluxApp, FluxCluster, tenant } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('first', [tenant({ name: 'claims' })])
  .stage('second', [tenant({ name: 'claims', namespaces: ['claims-batch'] })]);
