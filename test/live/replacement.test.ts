import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { type HelmChart, helmChart } from '../../src/constructs/helm-chart.js';
import { HelmRelease, type HelmReleaseProps } from '../../src/constructs/helm-release.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { helmReleases } from './flux-kinds.js';
import { redirect } from './redirect.js';

type Release = Omit<Partial<HelmReleaseProps<unknown>>, 'chart' | 'chartRef'>;

const version = '1.0.0';
const url = 'https://charts.example.org';
const inRepository = (chart: string) => helmChart({ url, chart, version });
const inRegistry = (address: string, chart?: string) =>
  helmChart({ url: `oci://registry.example.org/${address}`, version, ...(chart === undefined ? {} : { chart }) });

/** A cluster with one release, `HelmRelease/cache in one`; every replacement is declared. */
const app = (chart: HelmChart, release: Release): FluxApp => {
  const cache = defineAddon({
    name: 'cache',
    namespace: 'one',
    charts: { cache: chart },
    build: (scope, { charts }) =>
      void new HelmRelease(scope, 'cache', { chart: charts['cache']!, ...release } as never),
  });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev', {
    external: [
      { kind: 'Namespace', name: 'one' },
      { kind: 'Namespace', name: 'two' },
    ],
  })
    .stage('all', [cache()] as never)
    .replaced('cache', { reason: 'the test says so' });
  return flux;
};

/** A kubeconfig with its authority inside: helm-controller reads no file that one names. */
const withAuthority = (kubeconfig: string): string => {
  const { clusters, ...rest } = JSON.parse(kubeconfig) as {
    clusters: { cluster: { server: string; 'certificate-authority': string } }[];
  };
  return JSON.stringify({
    ...rest,
    clusters: clusters.map(({ cluster: { 'certificate-authority': file, ...cluster }, ...one }) => ({
      ...one,
      cluster: { ...cluster, 'certificate-authority-data': readFileSync(file).toString('base64') },
    })),
  });
};

interface Snapshot {
  readonly name: string;
  readonly namespace: string;
  readonly chartName: string;
  readonly version: number;
}

describeLive(
  'a release that is replaced',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    /** The release as helm-controller knows it, and the uid of its Deployment. */
    const installed = async (): Promise<Snapshot & { readonly uid: string }> => {
      const release = await live().get({ ...helmReleases, name: 'cache', namespace: 'one' });
      const history = (release?.status?.['history'] ?? []) as readonly Snapshot[];
      const { name, namespace, chartName, version: revision } = history[0]!;
      const deployment = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', name, namespace });
      return { name, namespace, chartName, version: revision, uid: deployment?.metadata.uid ?? '' };
    };
    /** What a change does: the plan's lines about the release, and what helm-controller uninstalled. */
    const change = async (chart: HelmChart, release: Release) => {
      const { clusters, written } = await synth(repository, app(chart, release));
      expect(written).toBe(true);
      const count = live().deletions().length;
      repository.publish('change');
      await live().applyTree(redirect(repository.files('k8s'), live().redirects()));
      await live().untilReady();
      const uninstalled = live()
        .deletions()
        .slice(count)
        .filter(({ who, resource }) => who === 'helm-controller' && resource === 'deployments')
        .map(({ namespace, name }) => `${namespace}/${name}`);
      const plan = clusters
        .flatMap(({ changes }) => printChanges(changes))
        .filter((line) => line.includes('HelmRelease/'));
      return { plan, uninstalled, ...(await installed()) };
    };
    let last = '';
    const expectReplaced = async (
      [chart, release]: readonly [HelmChart, Release],
      difference: string,
      uninstalled: string,
      now: Partial<Snapshot>,
    ) => {
      const seen = await change(chart, release);
      expect(seen).toMatchObject({
        plan: [`± HelmRelease/cache in one is replaced: ${difference} (cache)`],
        uninstalled: [uninstalled],
        version: 1,
        ...now,
      });
      expect(seen.uid).not.toBe(last);
      last = seen.uid;
    };
    const expectKept = async (
      [chart, release]: readonly [HelmChart, Release],
      plan: readonly string[],
      chartName: string,
    ) => {
      expect(await change(chart, release)).toMatchObject({ plan, uninstalled: [], uid: last, chartName });
    };

    it('starts', async () => {
      await live().apply(
        ...['one', 'two'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'this-cluster', namespace: 'one' },
          stringData: { value: withAuthority(readFileSync(live().kubeconfig, 'utf8')) },
        },
      );
      live().pushCharts([
        ...['redis', 'valkey', 'keydb'].map((name) => ({ url, name, version })),
        { url: 'oci://registry.example.org/charts/keydb', name: 'keydb', version },
        { url: 'oci://registry.example.org/mirror/cache', name: 'keydb', version },
        { url: 'oci://registry.example.org/charts/redis', name: 'redis', version },
      ]);
      const { uninstalled, chartName, uid } = await change(inRepository('redis'), {});
      expect([uninstalled, chartName]).toEqual([[], 'redis']);
      last = uid;
    });

    it('by a chart of another name', () =>
      expectReplaced([inRepository('valkey'), {}], 'chart name "redis" → "valkey"', 'one/cache', {
        chartName: 'valkey',
      }));

    it('is upgraded instead with InPlaceUpdate', () =>
      expectKept(
        [inRepository('keydb'), { upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' } }],
        ['~ HelmRelease/cache in one (cache)'],
        'keydb',
      ));

    it('by another storage namespace', () =>
      expectReplaced(
        [inRepository('keydb'), { storageNamespace: 'two' }],
        'storage namespace "one" → "two"',
        'one/cache',
        { chartName: 'keydb' },
      ));

    it('by another target namespace and name', async () => {
      await expectReplaced(
        [inRepository('keydb'), { storageNamespace: 'two', targetNamespace: 'two' }],
        'target namespace "one" → "two"',
        'one/cache',
        { namespace: 'two' },
      );
      await expectReplaced(
        [inRepository('keydb'), { storageNamespace: 'two', targetNamespace: 'two', releaseName: 'store' }],
        'release name "cache" → "store"',
        'two/cache',
        { name: 'store' },
      );
      await expectReplaced(
        [inRepository('keydb'), {}],
        'storage namespace "two" → "one", target namespace "two" → "one", release name "store" → "cache"',
        'two/store',
        { name: 'cache', namespace: 'one' },
      );
    });

    it('by the chart that an OCI URL names, and not by the URL', async () => {
      if (last !== (await installed()).uid) throw new Error('the case before has failed');
      await change(inRepository('keydb'), {});
      last = (await installed()).uid;
      await expectKept([inRegistry('charts/keydb'), {}], ['~ HelmRelease/cache in one (cache)'], 'keydb');
      await expectKept([inRegistry('mirror/cache', 'keydb'), {}], [], 'keydb');
      await expectKept([inRegistry('charts/keydb', 'keydb'), {}], [], 'keydb');
      await expectReplaced([inRegistry('charts/redis'), {}], 'chart name "keydb" → "redis"', 'one/cache', {
        chartName: 'redis',
      });
    });

    it('is left where it is by another kubeConfig', async () => {
      const kubeConfig = { secretRef: { name: 'this-cluster', key: 'value' } };
      await expectKept(
        [inRegistry('charts/redis'), { kubeConfig }],
        ['± HelmRelease/cache in one is replaced: kubeConfig is added (cache)'],
        'redis',
      );
    });
  },
  { long: true },
);
