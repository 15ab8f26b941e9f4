import { type FluxApp, FluxCluster } from 'fluxspan';
import { hello } from './addons/hello.js';
import { podinfo } from './addons/podinfo.js';

/** What may differ between clusters. */
export interface PlatformSettings {
  readonly podinfo?: Parameters<typeof podinfo>[0];
}

/** The stages that all clusters share. An addon waits for what it requires, and for the creator of its namespace. */
export const platform = (app: FluxApp, name: string, settings: PlatformSettings = {}) =>
  new FluxCluster(app, name, { flux: '2.9' }).stage('apps', [hello(), podinfo(settings.podinfo)]);
