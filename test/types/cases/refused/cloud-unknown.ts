import { FluxApp, FluxCluster } from 'fluxspan';
import { velero } from 'fluxspan/addons';

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [velero({ provider: 'azur' })]);
