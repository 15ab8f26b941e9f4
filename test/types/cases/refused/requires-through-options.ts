import { defineAddon, FluxApp, FluxCluster, type FluxClusterOptions } from 'fluxspan';

const web = defineAddon({ name: 'web', requires: ['secret-store'], build() {} });

const platform = (name: string, options: FluxClusterOptions) =>
  new FluxCluster(new FluxApp(), name, { flux: '2.9', ...options }).stage('first', [web()]);

export const cluster = platform('dev', { kubernetes: '1.34' });
