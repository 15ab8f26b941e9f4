import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev', {
  flux: { version: '2.7', featureGates: { DirectSourceFetch: true } },
});
