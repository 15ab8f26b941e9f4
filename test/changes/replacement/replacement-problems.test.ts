import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { comparisonJson, printComparison } from '../../../src/changes/comparison/print-comparison.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { type HelmChart, helmChart } from '../../../src/constructs/helm-chart.js';
import { HelmRelease, type HelmReleaseProps } from '../../../src/constructs/helm-release.js';
import type { Mirrors } from '../../../src/declared/mirrors.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

type Release = Omit<Partial<HelmReleaseProps<unknown>>, 'chart' | 'chartRef'>;
const version = '1.0.0';
const redis = helmChart({ url: 'https://charts.example.org', chart: 'redis', version });
const valkey = helmChart({ url: 'https://charts.example.org', chart: 'valkey', version });
const oci = (url: string, chart?: string) =>
  helmChart({ url: `oci://${url}`, version, ...(chart === undefined ? {} : { chart }) });

/** A cluster with one release, `HelmRelease/cache in cache`. */
const app = (
  chart: HelmChart,
  release: Release = {},
  declare: (cluster: FluxCluster) => unknown = () => undefined,
  mirrors: Mirrors = {},
): FluxApp => {
  const cache = defineAddon({
    name: 'cache',
    namespace: 'cache',
    createNamespace: true,
    charts: { cache: chart },
    build: (scope, { charts }) =>
      void new HelmRelease(scope, 'cache', { chart: charts['cache']!, ...release } as never),
  });
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev', { mirrors });
  cluster.stage('all', [cache()] as never);
  declare(cluster as never);
  return flux;
};
const merged = async (base: FluxApp): Promise<void> => {
  expect((await synth(repository, base)).codes).toEqual([]);
  repository.publish('the tree');
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const planOf = ({ clusters }: Synthesized) => printComparison(clusters, new Map()).split('\n').slice(1, -1);
const target = { kind: 'HelmRelease', name: 'cache', namespace: 'cache' };
const reason = 'the cache may be empty for a moment';

describe('a release whose chart gets another name', () => {
  it('is replaced, which the code must declare', async () => {
    await merged(app(redis));
    const refused = await synth(repository, app(valkey));
    expect(refused.written).toBe(false);
    expect(textOf(refused)).toBe(
      `error FX515 replacement-not-declared: HelmRelease/cache in cache is replaced: chart name "redis" → "valkey"
  at   dev/HelmRelease/cache in cache
  note Helm uninstalls release "cache" in namespace "cache" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again
  fix  to upgrade the release in place (Flux 2.9 and later), give it upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' }; if that is intended, declare it in the cluster's code: .replaced({ kind: 'HelmRelease', name: 'cache', namespace: 'cache' }, { reason: '…' })
`,
    );
    expect(planOf(refused)).toEqual([
      '  ± HelmRelease/cache in cache is replaced: chart name "redis" → "valkey" (cache): Helm uninstalls release "cache" in namespace "cache" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again',
    ]);
    expect(printComparison(refused.clusters, new Map())).toMatch(/^dev: 1 to replace \(since/);
    expect(comparisonJson(refused.clusters, new Map())).toMatchObject([
      {
        change: [],
        replace: [
          {
            kind: 'HelmRelease',
            name: 'cache',
            owners: ['flux-system/cache'],
            differences: ['chart name "redis" → "valkey"'],
            certain: true,
          },
        ],
      },
    ]);

    for (const declared of [target, 'cache']) {
      const said = await synth(
        repository,
        app(valkey, {}, (cluster) => cluster.replaced(declared, { reason })),
        { check: true },
      );
      expect(said.codes).toEqual([]);
    }
    expect(
      await synth(repository, app(valkey, { upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' } })),
    ).toMatchObject({
      written: true,
      codes: [],
    });
  });

  it("isn't declared by removed(…), and a removal isn't declared by replaced(…)", async () => {
    await merged(app(redis));
    const removed = await synth(
      repository,
      app(valkey, {}, (cluster) => cluster.removed(target, { reason })),
    );
    expect(removed).toMatchObject({ written: false, codes: ['FX503', 'FX515'] });
    expect(textOf(removed)).toContain('fix  write .replaced(…) instead of .removed(…): it is replaced\n');
    const empty = new FluxApp();
    new FluxCluster(empty, 'dev').replaced('cache', { reason });
    const gone = await synth(repository, empty);
    expect(gone).toMatchObject({ written: false, codes: ['FX502', 'FX503'] });
    expect(textOf(gone)).toContain('fix  write .removed(…) instead of .replaced(…): it is removed\n');
  });

  it('leaves a declaration that synth asks to remove afterwards', async () => {
    const next = (name: string) => app(valkey, {}, (cluster) => cluster.replaced({ ...target, name }, { reason }));
    await merged(app(redis));
    const mistyped = await synth(repository, next('cahce'));
    expect(textOf(mistyped)).toContain(
      'warning FX503 removal-unmatched: the replacement of "HelmRelease/cahce" in "cache" matches nothing that is replaced\n',
    );
    expect(textOf(mistyped)).toContain('fix  did you mean "cache"? otherwise take the line out');
    expect((await synth(repository, next('cache'))).codes).toEqual([]);
    repository.publish('replaced');
    expect(await synth(repository, next('cache'))).toMatchObject({ written: true, codes: ['FX503'] });
  });

  it('is also replaced if the name is the last part of an OCI URL', async () => {
    await merged(app(oci('ghcr.io/example/redis')));
    const changed = await synth(repository, app(oci('ghcr.io/example/valkey')));
    expect(changed.codes).toEqual(['FX515']);
    expect(planOf(changed)).toEqual([
      '  ~ OCIRepository/cache in flux-system (cache)',
      '  ± HelmRelease/cache in cache is replaced: chart name "redis" → "valkey" (cache): Helm uninstalls release "cache" in namespace "cache" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again',
    ]);
    expect((await synth(repository, app(valkey))).codes).toEqual(['FX516']);
  });
});

describe('an OCI URL that changes', () => {
  it('keeps the chart if its last part stays the same', async () => {
    await merged(app(oci('ghcr.io/example/redis')));
    const moved = await synth(repository, app(oci('registry.example.org/mirror/redis')));
    expect(moved).toMatchObject({ written: true, codes: [] });
    expect(planOf(moved)).toEqual(['  ~ OCIRepository/cache in flux-system (cache)']);
  });

  it('is uncertain if its last part changes, until the code names the chart', async () => {
    await merged(app(oci('ghcr.io/example/redis')));
    const unknown = await synth(repository, app(oci('registry.example.org/cache')), { check: true });
    expect(textOf(unknown)).toBe(
      `warning FX516 replacement-uncertain: HelmRelease/cache in cache may be replaced: chart oci://ghcr.io/example/redis → oci://registry.example.org/cache, whose names may differ
  at   dev/HelmRelease/cache in cache
  note Helm uninstalls release "cache" in namespace "cache" with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again
  fix  if the chart's name stays, declare it where the chart is pinned: helmChart({ …, chart: 'redis' }); if that is intended, declare it in the cluster's code: .replaced({ kind: 'HelmRelease', name: 'cache', namespace: 'cache' }, { reason: '…' })
`,
    );
    expect(planOf(unknown).at(-1)).toMatch(/^ {2}± HelmRelease\/cache in cache may be replaced: chart oci:/);
    expect(printComparison(unknown.clusters, new Map())).toMatch(/^dev: 1 to change, 1 to replace perhaps \(since/);
    const generic = await synth(repository, app(oci('registry.example.org/redis/chart')), { check: true });
    expect(generic.codes).toEqual(['FX516']);

    const named = app(oci('registry.example.org/cache', 'redis'));
    await merged(named);
    expect(repository.read('k8s/addons/dev/cache/oci-repository.yaml')).toContain('    fluxspan.dev/chart: redis\n');
    // The tree has the name, so the next change can be compared with it.
    expect((await synth(repository, app(oci('registry.example.org/cache', 'valkey')), { check: true })).codes).toEqual([
      'FX515',
    ]);
    const back = await synth(repository, app(oci('registry.example.org/other/redis')));
    expect(back).toMatchObject({ written: true, codes: [] });
    expect(repository.read('k8s/addons/dev/cache/oci-repository.yaml')).not.toContain('fluxspan.dev/chart');
  });

  it("is settled by the chart's name if a mirror uses another last part", async () => {
    const mirrors = { 'oci://ghcr.io/example/redis': 'oci://registry.example.org/cache' };
    await merged(app(oci('ghcr.io/example/redis')));
    const mirrored = (chart?: string) => app(oci('ghcr.io/example/redis', chart), {}, undefined, mirrors);
    expect((await synth(repository, mirrored(), { check: true })).codes).toEqual(['FX516']);
    expect(await synth(repository, mirrored('redis'))).toMatchObject({ written: true, codes: [] });
    expect(repository.read('k8s/addons/dev/cache/oci-repository.yaml')).toContain('    fluxspan.dev/chart: redis\n');
  });
});
