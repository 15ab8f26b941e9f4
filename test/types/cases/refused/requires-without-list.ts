import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({ name: 'web', requires: 'secret-store', build() {} });

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
