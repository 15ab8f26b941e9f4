import { FluxApp, type InfraOf } from 'fluxspan';
import { devCluster } from './dev.js';
import { prodCluster } from './prod.js';

const app = new FluxApp();

export const dev = devCluster(app);
export const prod = prodCluster(app);

/** What Terraform must supply for the cluster `dev`. */
export type DevInfra = InfraOf<typeof dev>;
/** What Terraform must supply for the cluster `prod`. */
export type ProdInfra = InfraOf<typeof prod>;

export default app;
