import {
  type AddonInstance,
  defineAddon,
  FluxApp,
  FluxCluster,
  type FluxClusterOptions,
  gitSource,
  HelmRelease,
  helmChart,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import { isReady } from './kustomization-state.js';

const REPOSITORY = 'https://git.example.org/apps';
const settings = { kustomization: { timeout: '40s', retryInterval: '5s' } } as const;

const charts = {
  web: helmChart({ url: 'oci://charts.example.org/signed/web', version: '1.0.0' }),
  cron: helmChart({ url: 'https://charts.example.org', chart: 'cron', version: '1.0.0', sourceName: 'charts' }),
};
const site = defineAddon({
  name: 'site',
  namespace: 'site',
  createNamespace: true,
  charts,
  build(scope, context) {
    new HelmRelease(scope, 'web', { chart: context.charts.web });
    new HelmRelease(scope, 'cron', { chart: context.charts.cron });
  },
});
const apps = defineAddon({
  name: 'apps',
  source: gitSource({ url: REPOSITORY, ref: { branch: 'main' }, interval: '30s', sparseCheckout: ['deploy'] }),
  path: './deploy',
});

const late = defineAddon({
  name: 'late',
  namespace: 'late',
  createNamespace: true,
  charts: {
    late: helmChart({ url: 'https://charts.example.org', chart: 'late', version: '1.0.0' }),
    other: helmChart({ url: 'oci://charts.example.org/other', version: '1.0.0' }),
  },
  build(scope, context) {
    new HelmRelease(scope, 'late', { chart: context.charts.late });
    new HelmRelease(scope, 'other', { chart: context.charts.other });
  },
});

const clusterOf = (options: FluxClusterOptions, ...more: readonly AddonInstance[]) =>
  new FluxCluster(new FluxApp(), 'dev', options).stage('all', [site(settings), apps(settings), ...more]);
const deployed = (text: string) => ({
  'deploy/config.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'apps', namespace: 'default' },
    data: { text },
  }),
  // It isn't a manifest, so a checkout of the whole repository would have it in the artifact, and not in the path.
  'notes/other.yaml': 'a: 1\n',
});

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'apps' };
const source = (kind: string, namespace: string, name: string) => ({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind,
  namespace,
  name,
});
const sourcesIn = (namespace: string) => [
  source('OCIRepository', namespace, 'site'),
  source('HelmRepository', namespace, 'charts'),
];

describeLive(
  'sources of charts and addons',
  (live) => {
    const apply = async (...given: Parameters<typeof clusterOf>) => {
      const { files, diagnostics } = synthCluster(clusterOf(...given));
      expect(diagnostics).toEqual([]);
      const tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text]));
      const served = await live().serveSources(tree);
      await live().pushRepository(REPOSITORY, deployed('first'));
      return live().applyTree(served);
    };
    /** What would be another one after a release was installed again. */
    const installed = async () => {
      const found: Record<string, unknown> = {};
      for (const name of ['web', 'cron']) {
        const release = await live().get({ ...helmReleases, namespace: 'site', name });
        const deployment = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'site', name });
        const history = release?.status?.['history'] as { version: number; firstDeployed: string }[] | undefined;
        found[name] = {
          release: release?.metadata.uid,
          deployment: deployment?.metadata.uid,
          firstDeployed: history?.at(-1)?.firstDeployed,
          version: history?.[0]?.version,
        };
      }
      return found;
    };
    const isThere = async (ref: ReturnType<typeof source>) => {
      const object = await live().get(ref);
      return object !== undefined && (ref.kind === 'HelmRepository' || isReady(object));
    };
    let before: Awaited<ReturnType<typeof installed>>;

    it('an addon is read from a branch, and charts from sources in flux-system, a signed one too', async () => {
      await apply({});
      await live().untilReady();
      expect((await live().get(configMap))?.data).toEqual({ text: 'first' });
      for (const one of sourcesIn('flux-system')) expect([one, await isThere(one)]).toEqual([one, true]);
      before = await installed();
      expect(before).toMatchObject({ web: { version: 1 }, cron: { version: 1 } });
    });

    it('follows the branch', async () => {
      await live().pushRepository(REPOSITORY, deployed('second'));
      await live().reconcile(source('GitRepository', 'flux-system', 'apps'));
      await live().until(
        'the new commit is applied',
        async () => (await live().get(configMap))?.data?.['text'] === 'second',
      );
      // It says so once it has looked at what it applied.
      await live().until('it is ready', async () => isReady((await live().get(kustomization('apps')))!));
    });

    it('the sources of charts move to the releases, which stay as they are', async () => {
      await apply({ chartSourceNamespace: 'release-namespace' });
      await live().untilReady();
      for (const one of sourcesIn('site')) expect([one, await isThere(one)]).toEqual([one, true]);
      for (const one of [...sourcesIn('flux-system'), source('HelmChart', 'flux-system', 'site-cron')]) {
        await live().until(`${one.kind} of flux-system is gone`, async () => (await live().get(one)) === undefined);
      }
      expect(await installed()).toEqual(before);
      const deleted = live()
        .deletions()
        .map(({ resource, name }) => `${resource}/${name}`);
      expect(deleted.filter((one) => /^(helmreleases|deployments|namespaces)\//.test(one))).toEqual([]);
    });

    // The other way round, helm-controller may no longer delete the HelmChart that it made in flux-system, and waits forever.
    it('and then Flux runs with --no-cross-namespace-refs, where a new addon comes up too', async () => {
      for (const name of ['kustomize-controller', 'helm-controller'])
        await live().restart(name, ['--no-cross-namespace-refs=true']);
      await apply({ lockdown: true }, late(settings));
      await live().untilReady();
      for (const one of [source('HelmRepository', 'late', 'late'), source('OCIRepository', 'late', 'late')])
        expect([one, await isThere(one)]).toEqual([one, true]);
      expect(await installed()).toEqual(before);
    });
  },
  { long: true },
);
