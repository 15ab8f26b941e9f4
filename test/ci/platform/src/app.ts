import { FluxApp, FluxCluster } from 'fluxspan';
import { metricsServer } from 'fluxspan/addons';
import { shop } from './shop.js';
import { web } from './web.js';

const app = new FluxApp();
/** CloudNativePG is there already. */
const there = { external: ['postgresql.cnpg.io'] } as const;

export const dev = new FluxCluster(app, 'dev', there)
  .stage('operators', [metricsServer()])
  .stage('shop', [shop({ replicas: 1 })])
  .stage('web', [web()]);
export const prod = new FluxCluster(app, 'prod', there)
  .stage('operators', [metricsServer({ replicas: 2 })])
  .stage('shop', [shop()])
  .stage('web', [web()]);

export default app;
