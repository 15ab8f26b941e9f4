import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { Repository } from '../changes/repository.js';
import { adopt } from '../changes/synth.js';
import { manifest } from '../schema/update/update-case.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomizations } from './flux-kinds.js';

const CHARTS = 'https://charts.example.org/nested';

const kustomization = (name: string, path: string, more = '', namespace = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
${namespace === '' ? '' : `  namespace: ${namespace}\n`}spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
    namespace: flux-system
${more}`;

/** Root → cluster-apps → page, cache and shop, whose namespace kustomization files and targetNamespace set. */
const writeTree = (repository: Repository, charts: string): void => {
  const files: Readonly<Record<string, string>> = {
    'k8s/clusters/dev/apps.yaml': kustomization('cluster-apps', './kubernetes/apps', '', 'flux-system'),
    'kubernetes/apps/web/kustomization.yaml':
      'namespace: web\ncomponents:\n  - ../../components/note\nresources:\n  - ./namespace.yaml\n  - ./page/ks.yaml\n  - ./cache/ks.yaml\n  - ./shop/ks.yaml\n',
    'kubernetes/components/note/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources:\n  - note.yaml\n',
    'kubernetes/components/note/note.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: note\n',
    'kubernetes/apps/web/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n',
    'kubernetes/apps/web/page/ks.yaml': kustomization(
      'page',
      './kubernetes/apps/web/page/app',
      '  targetNamespace: web\n',
    ),
    'kubernetes/apps/web/page/app/kustomization.yaml':
      'resources:\n  - ./page.yaml\nconfigMapGenerator:\n  - name: page-text\n    literals: [text=hello]\n',
    'kubernetes/apps/web/page/app/page.yaml': JSON.stringify(page(undefined)),
    'kubernetes/apps/web/cache/ks.yaml': kustomization(
      'cache',
      './kubernetes/apps/web/cache/app',
      '  targetNamespace: web\n',
    ),
    'kubernetes/apps/web/cache/app/cache.yaml': [repositoryOf(undefined, charts), release(undefined)]
      .map((one) => JSON.stringify(one))
      .join('\n---\n'),
    'kubernetes/apps/web/shop/ks.yaml': kustomization(
      'shop',
      './kubernetes/apps/web/shop/app',
      '  targetNamespace: web\n  dependsOn:\n    - name: cache\n      namespace: web\n',
    ),
    'kubernetes/apps/web/shop/app/shop.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop\n',
  };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
};

const place = (name: string, namespace: string | undefined) => ({
  name,
  ...(namespace === undefined ? {} : { namespace }),
});
const page = (namespace: string | undefined): JsonObject =>
  manifest('apps/v1', 'Deployment', {
    metadata: place('page', namespace),
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'page' } },
      template: { metadata: { labels: { app: 'page' } }, spec: { containers: [{ name: 'page', image: 'page:1' }] } },
    },
  });
const repositoryOf = (namespace: string | undefined, url: string): JsonObject =>
  manifest('source.toolkit.fluxcd.io/v1', 'HelmRepository', {
    metadata: place('cache', namespace),
    spec: { interval: '1h', url },
  });
const release = (namespace: string | undefined): JsonObject =>
  manifest('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    metadata: place('cache', namespace),
    spec: {
      interval: '1h',
      releaseName: 'cache',
      targetNamespace: 'default',
      chart: { spec: { chart: 'cache', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'cache' } } },
    },
  });

const app = (addons: Readonly<Record<string, readonly JsonObject[]>>): FluxApp => {
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev', { external: [{ kind: 'Namespace', name: 'web' }] });
  const instances = Object.entries(addons).map(([name, objects]) =>
    defineAddon({
      name,
      build: (scope) => objects.forEach((one, at) => void new ApiObject(scope, `o${at}`, one as never)),
    })({}),
  );
  cluster.stage('all', instances as never);
  return flux;
};

describeLive(
  'a nested tree that was written by hand',
  (live) => {
    let repository: Repository;
    beforeEach(() => {
      repository = new Repository();
    });
    afterEach(() => repository.remove());

    const publish = async (message: string) => {
      repository.publish(message);
      await live().applyTree({
        ...prefixed('k8s', repository.files('k8s')),
        ...prefixed('kubernetes', repository.files('kubernetes')),
      });
      await live().untilReady();
    };
    const prefixed = (folder: string, files: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path.startsWith(`${folder}/`) ? path : `${folder}/${path}`, text]),
      );
    const uids = async (): Promise<Readonly<Record<string, string>>> => {
      const kinds = [
        { apiVersion: 'v1', kind: 'Pod' },
        { apiVersion: 'apps/v1', kind: 'Deployment' },
        { apiVersion: 'v1', kind: 'ConfigMap' },
        { apiVersion: 'v1', kind: 'Namespace' },
        { ...helmReleases },
        { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'HelmRepository' },
      ];
      const found: Record<string, string> = {};
      for (const kind of kinds) {
        for (const { metadata } of await live().list(kind)) {
          if (metadata.namespace === 'web' || metadata.namespace === 'default' || metadata.name === 'web')
            found[`${kind.kind}/${metadata.namespace ?? ''}/${metadata.name}`] = metadata.uid ?? '';
        }
      }
      return found;
    };
    it('is adopted addon by addon: every uid survives, and nothing is uninstalled', async () => {
      live().pushCharts([{ url: CHARTS, name: 'cache', version: '1.0.0' }] as never);
      const charts = live().redirects()[CHARTS] ?? CHARTS;
      writeTree(repository, charts);
      await publish('by hand');
      const before = await uids();
      expect(Object.keys(before)).toEqual(
        expect.arrayContaining([
          'Deployment/web/page',
          'HelmRelease/web/cache',
          'ConfigMap/web/shop',
          'Namespace//web',
        ]),
      );
      expect(Object.keys(before).some((key) => key.startsWith('Pod/web/page-'))).toBe(true);

      const states: Readonly<Record<string, readonly JsonObject[]>>[] = [
        { page: [page('web')] },
        { page: [page('web')], cache: [repositoryOf('web', charts), release('web')] },
      ];
      for (const addons of states) {
        for (const step of ['first', 'second']) {
          const outcome = adopt(repository, app(addons), 'k8s/clusters/dev');
          expect(outcome.diagnostics.filter(({ severity }) => severity === 'error').map(printDiagnostic)).toEqual([]);
          expect(outcome.step).toBe(step);
          const plan = outcome.clusters.flatMap(({ changes }) => printChanges(changes));
          expect(plan.filter((line) => /^[±○]|not handed over/.test(line))).toEqual([]);
          await publish(`step ${step}`);
        }
      }
      // The Kustomization of the generated ConfigMap stays with it; that of the release is gone.
      const names = (await live().list({ ...kustomizations, namespace: 'web' })).map(({ metadata }) => metadata.name);
      await live().until(
        'the old owner is gone',
        async () => (await live().get({ ...kustomizations, namespace: 'web', name: 'cache' })) === undefined,
      );
      expect(names).toEqual(expect.arrayContaining(['page', 'shop']));
      expect(await uids()).toEqual(before);
      const [cache] = await live().list({ ...helmReleases, namespace: 'web' });
      expect(cache?.status?.['history' as never]).toHaveLength(1);
      const gone = live()
        .deletions()
        .filter(({ who }) => /^(?:kustomize|helm|source)-controller$/.test(who))
        .map(({ resource, name }) => `${resource}/${name}`);
      expect(gone.filter((one) => /page|cache|shop|web/.test(one))).toEqual(['kustomizations/cache']);
    });
  },
  { long: true },
);
