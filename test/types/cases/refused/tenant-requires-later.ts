import { FluxApp, FluxCluster, tenant } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev')
  .stage('tenants', [tenant({ name: 'claims', requires: ['external-secrets.io'] })]);
