import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev').external('flux-system');
