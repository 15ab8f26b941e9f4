import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { externals: ['nodes'] });
