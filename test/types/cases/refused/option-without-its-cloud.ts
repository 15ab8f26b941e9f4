import { FluxApp, FluxCluster } from 'fluxspan';
import { storageClass } from 'fluxspan/addons';

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [
  storageClass({ skuName: 'Premium_LRS' }),
]);
