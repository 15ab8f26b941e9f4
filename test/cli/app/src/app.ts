import { FluxApp, FluxCluster } from 'fluxspan';
import { web } from './web.js';

const app = new FluxApp();
for (const name of ['dev', 'prod']) {
  new FluxCluster(app, name, { flux: '2.9' }).stage('apps', [web({ title: `the web of ${name}` })]);
}

export default app;
