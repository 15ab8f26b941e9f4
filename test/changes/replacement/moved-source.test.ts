import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { printComparison } from '../../../src/changes/comparison/print-comparison.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { type HelmChart, helmChart } from '../../../src/constructs/helm-chart.js';
import { HelmRelease } from '../../../src/constructs/helm-release.js';
import type { SourceNamespace } from '../../../src/constructs/source-namespace.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const app = (chart: HelmChart, chartSourceNamespace: SourceNamespace): FluxApp => {
  const cache = defineAddon({
    name: 'cache',
    namespace: 'cache',
    createNamespace: true,
    charts: { cache: chart },
    build: (scope, { charts }) => void new HelmRelease(scope, 'cache', { chart: charts.cache }),
  });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev', { chartSourceNamespace }).stage('all', [cache()]);
  return flux;
};

describe('a chart source that moves to the namespace of its release', () => {
  it.each([
    ['OCIRepository', helmChart({ url: 'oci://ghcr.io/example/helm', version: '1.0.0' })],
    ['OCIRepository', helmChart({ url: 'oci://ghcr.io/example/redis', chart: 'redis', version: '1.0.0' })],
    ['HelmRepository', helmChart({ url: 'https://charts.example.org', chart: 'redis', version: '1.0.0' })],
  ])('becomes another %s, and the release stays', async (kind, chart) => {
    expect((await synth(repository, app(chart, 'flux-system'))).codes).toEqual([]);
    repository.publish('the tree');
    const moved = await synth(repository, app(chart, 'release-namespace'));
    expect(moved).toMatchObject({ written: true, codes: [] });
    expect(printComparison(moved.clusters, new Map()).split('\n').slice(1, -1)).toEqual([
      `  + ${kind}/cache in cache (cache)`,
      '  ~ HelmRelease/cache in cache (cache)',
      `  - ${kind}/cache in flux-system (cache)`,
    ]);
    repository.publish('moved');
    const back = await synth(repository, app(chart, 'flux-system'));
    expect(back).toMatchObject({ written: true, codes: [] });
  });
});
