import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const given = ['other.example.org', 'gateway'] as const;
const app = new FluxApp();
const web = plainAddon('web', { requires: ['nodes', 'example.org'] });

export const cluster = new FluxCluster(app, 'dev', { external: ['nodes', 'example.org'] }).stage('first', [web()]);
export const second = new FluxCluster(app, 'prod', { external: [...given, 'nodes'] }).stage('first', [
  plainAddon('api', { requires: ['gateway', 'nodes'] })(),
]);
