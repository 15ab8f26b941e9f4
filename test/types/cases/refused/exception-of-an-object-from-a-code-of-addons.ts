import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev');
cluster.except('FX601', { object: 'ConfigMap/web', reason: 'Terraform writes it already' });
