import { FluxApp, FluxCluster } from 'fluxspan';

const app = new FluxApp({ protectedKinds: [{ kind: 'Database' }] });

export const cluster = new FluxCluster(app, 'dev');
