import { type AddonInstance, type AnyFluxCluster, defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { configuration } from './configuration.js';
import type { Example } from './example.js';
import { networks } from './networks.js';
import { workloads } from './workloads.js';

/** What the documentation of cdk8s-plus shows, written for these tests. */
export const examples: readonly Example[] = [...workloads, ...networks, ...configuration];

export const addonOf = ({ name, build }: Pick<Example, 'name' | 'build'>): AddonInstance =>
  defineAddon({ name, namespace: name, createNamespace: true, build })();

export const clusterOf = (...addons: readonly AddonInstance[]): AnyFluxCluster =>
  new FluxCluster(new FluxApp(), 'dev').stage('apps', addons as never) as AnyFluxCluster;
