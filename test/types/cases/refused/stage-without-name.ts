import { FluxApp, FluxCluster } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const web = plainAddon('web');

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage([web()]);
