import { ApiObject } from 'cdk8s';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { HelmChart } from '../../src/constructs/helm-chart.js';
import { HelmRelease, type HelmReleaseProps } from '../../src/constructs/helm-release.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import type { Live } from './live.js';
import { redirect } from './redirect.js';
import { writeAnyway } from './write-anyway.js';

/** What an addon of a small cluster has. */
export interface AddonState {
  readonly objects?: readonly JsonObject[];
  /** A release of this chart, named as the addon, in the namespace `default`. */
  readonly chart?: HelmChart;
  readonly release?: Omit<Partial<HelmReleaseProps<unknown>>, 'chart' | 'chartRef'>;
  readonly kustomization?: KustomizationSettings;
}

/** By the name of the addon. None waits for its objects. */
export type ClusterOf = Readonly<Record<string, AddonState>>;

/** What synth says of a change: of each diagnostic its code and message, and what stands below. */
export interface Told {
  readonly says: readonly string[];
  /** Notes and fixes. */
  readonly below: readonly string[];
}

const appOf = (state: ClusterOf): FluxApp => {
  const flux = new FluxApp();
  const addons = Object.entries(state).map(([name, { objects = [], chart, release = {}, kustomization = {} }]) =>
    defineAddon({
      name,
      namespace: 'default',
      charts: chart === undefined ? {} : { [name]: chart },
      build: (scope, { charts }) => {
        for (const [index, one] of objects.entries()) new ApiObject(scope, `o${index}`, one as never);
        if (chart !== undefined) new HelmRelease(scope, 'release', { chart: charts[name], ...release } as never);
      },
    })({ kustomization: { wait: false, ...kustomization } }),
  );
  new FluxCluster(flux, 'dev', { external: [{ kind: 'Namespace', name: 'default' }] }).stage('all', addons as never);
  return flux;
};

/**
 * Changes of a small cluster: each is compared with the one before, and reaches the cluster whatever synth says of it.
 * `untilReady` waits for it.
 */
export const changesOf = (live: () => Live) => {
  const repository = new Repository();
  return {
    async change(state: ClusterOf): Promise<Told> {
      const { diagnostics, written } = await synth(repository, appOf(state));
      if (!written) writeAnyway(repository.folder, appOf(state));
      repository.publish('change');
      await live().applyTree(redirect(repository.files('k8s'), live().redirects()));
      return {
        says: diagnostics.map(({ code, message }) => `${code} ${message}`).sort(),
        below: diagnostics.flatMap(({ notes, fix }) => [...notes, fix]),
      };
    },
    remove: () => repository.remove(),
  };
};
