import { type External, FluxApp, FluxCluster, type FluxClusterOptions } from 'fluxspan';
import { plainAddon } from '../plain-addon.js';

const web = plainAddon('web', { requires: ['gateway.networking.k8s.io'] });

interface Settings {
  readonly cluster?: FluxClusterOptions<External, string>;
}

/** As docs/how-to/several-clusters.md has it. */
const platform = (app: FluxApp, name: string, settings: Settings = {}) =>
  new FluxCluster(app, name, { flux: '2.9', ...settings.cluster }).stage('apps', [web()]);

const external = ['gateway.networking.k8s.io'];
const app = new FluxApp();

export const dev = platform(app, 'dev', { cluster: { external, flux: { version: '2.9', concurrency: 5 } } });
export const staging = platform(app, 'staging', { cluster: { external, flux: '2.8', lockdown: true } });
export const prod = platform(app, 'prod', {
  cluster: {
    external: [
      'gateway.networking.k8s.io',
      'nodes',
      { kind: 'Namespace', name: 'apps' },
      { kind: 'Secret', namespace: 'web', name: 'pull' },
    ],
    varsNamespaces: ['apps'],
    flux: { version: '2.8', featureGates: { StrictPostBuildSubstitutions: true }, noCrossNamespaceRefs: true },
    kubernetes: '1.34',
    path: 'clusters/prod',
    readme: 'fluxspan.md',
    base: 'origin/production',
    mirrors: { 'oci://ghcr.io': 'oci://example.org' },
    requireMirrors: false,
    owners: { terraform: ['Namespace/*'], roots: ['infra'] },
    chartSourceNamespace: 'release-namespace',
    defaults: { kustomization: { interval: '5m' } },
    varsConfigMap: 'cluster-vars',
  },
});

/** With the names, the compiler checks what the addons require. */
const named = (name: string, options: FluxClusterOptions<'gateway.networking.k8s.io' | 'nodes', 'apps'>) =>
  new FluxCluster(app, name, options).stage('apps', [web()]);

export const test = named('test', { external: ['gateway.networking.k8s.io'], varsNamespaces: ['apps'] });
