import { FluxApp, FluxCluster } from 'fluxspan';

export const cluster = new FluxCluster(new FluxApp(), 'dev', { defaults: { kustomization: { timeout: '5m', targetNamespace: 'web' } } });
