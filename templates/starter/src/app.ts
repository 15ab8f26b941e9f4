import { FluxApp, type InfraOf } from 'fluxspan';
import { chartVersions } from '../imports/versions.js';
import { platform } from './platform.js';

const app = new FluxApp({ chartVersions });

export const dev = platform(app, 'dev');
export const prod = platform(app, 'prod', { podinfo: { replicas: 2 } });

/** What Terraform must supply for `dev`. */
export type DevInfra = InfraOf<typeof dev>;
/** What Terraform must supply for `prod`. */
export type ProdInfra = InfraOf<typeof prod>;

export default app;
