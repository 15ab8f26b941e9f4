import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp({ rot: 'k8s' }), 'dev');
