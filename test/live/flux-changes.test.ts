import { HelmRelease, helmChart } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { Repository } from '../changes/repository.js';
import { sampleApp } from '../changes/sample-app.js';
import { synth } from '../changes/synth.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import { readyOf } from './kustomization-state.js';

const FLUX = 'k8s/clusters/dev/flux-system';
const FLAG = '--no-cross-namespace-refs=true';

const sync = (url: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m0s, url: ${JSON.stringify(url)}, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m0s
  path: ./k8s/clusters/dev
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;
const helmController = (...args: readonly string[]) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: helm-controller, namespace: flux-system }
spec: { template: { spec: { containers: [{ name: manager, args: ${JSON.stringify(['--watch-all-namespaces', ...args])} }] } } }
`;

/** A release whose HelmChart helm-controller makes, beside the HelmRepository. */
const releaseOf = (options: object): FluxApp => {
  const app = new FluxApp();
  const chart = helmChart({ url: 'https://charts.example.org', chart: 'web', version: '1.0.0' });
  const web = addon(
    'web',
    { build: (scope) => void new HelmRelease(scope, 'web', { chart }) },
    { kustomization: { timeout: '20s', retryInterval: '5s' } },
  );
  clusterOf({ all: [web] }, { app, options });
  return app;
};

const release = { ...helmReleases, namespace: 'default', name: 'web' };
const oldChart = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'HelmChart',
  namespace: 'flux-system',
  name: 'default-web',
};
const root = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', namespace: 'flux-system' } as const;

describeLive(
  'changes of Flux that come with others',
  (live) => {
    let repository: Repository;
    beforeEach(() => {
      repository = new Repository();
    });
    afterEach(() => repository.remove());

    it('FX525: a release gets stuck, whose source moves with the flag', async () => {
      repository.write(`${FLUX}/kustomization.yaml`, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
      repository.write(`${FLUX}/gotk-sync.yaml`, sync('https://example.org/fleet'));
      /** What one commit changes: the flag, and where the sources are. */
      const change = async (args: readonly string[], options: object) => {
        repository.write(`${FLUX}/gotk-components.yaml`, helmController(...args));
        const { codes, written } = await synth(repository, releaseOf(options));
        expect(written).toBe(true);
        repository.publish('a change');
        // The controllers run outside of this cluster.
        const files = Object.entries(repository.files('k8s')).filter(([path]) => !path.startsWith(FLUX));
        const served = await live().serveSources(Object.fromEntries(files));
        await live().restart('helm-controller', args);
        await live().applyTree(served);
        return codes;
      };
      const hasOldChart = async () => (await live().get(oldChart)) !== undefined;
      const history = async () => (await live().get(release))?.status?.['history'];

      expect(await change([], {})).toEqual([]);
      await live().untilReady();
      expect(await hasOldChart()).toBe(true);
      const installed = await history();

      expect(await change([FLAG], { lockdown: true })).toEqual(['FX525']);
      // Only its log tells: the release stays as it was, and its Kustomization waits for it.
      const refusal = 'cross-namespace references are not allowed: cannot access HelmChart flux-system/default-web';
      await live().until('the release is stuck', async () => live().log('helm-controller').includes(refusal), {
        explain: () => live().log('helm-controller'),
      });
      expect(await hasOldChart()).toBe(true);

      // The fix: first the sources, without the flag, and then the flag.
      expect(await change([], { chartSourceNamespace: 'release-namespace' })).toEqual([]);
      await live().untilReady();
      await live().until('the old chart is gone', async () => !(await hasOldChart()));
      expect(await change([FLAG], { lockdown: true })).toEqual([]);
      await live().untilReady();
      expect(await history()).toEqual(installed);
    }, 120_000);

    it('FX542: Flux deletes what the new place of its source does not have', async () => {
      const configMap = (name: string) => ({ kind: 'ConfigMap', name, namespace: 'web' });
      const app = () =>
        sampleApp({
          dev: { addons: { shop: { objects: [configMap('a'), configMap('b')], kustomization: { wait: false } } } },
        });
      const deletedSince = (since: number) =>
        live()
          .deletions()
          .slice(since)
          .filter(({ who }) => who === 'kustomize-controller')
          .map(({ resource, name }) => `${resource}/${name}`)
          .sort();
      const local = (url: string) => live().redirects()[url]!;
      const [other, empty] = ['https://git.example.org/other', 'https://git.example.org/empty'] as const;
      for (const url of [other, empty]) await live().pushRepository(url, {});
      /** Another URL of the root's source, in the repository that Flux reads until then. */
      const moveTo = async (url: string) => {
        repository.write(`${FLUX}/gotk-sync.yaml`, sync(url));
        const found = await synth(repository, app());
        expect(found.written).toBe(true);
        repository.publish('a change');
        return found.codes;
      };
      const readsFrom = (url: string) =>
        live().until(`the root reads ${url}`, async () => {
          const source = await live().get({ ...root, name: 'flux-system' });
          const revision = (source?.status?.['artifact'] as { revision?: string } | undefined)?.revision;
          const applied = await live().get(kustomization('flux-system'));
          return (
            source?.spec?.['url'] === url &&
            source.status?.observedGeneration === source.metadata.generation &&
            readyOf(source)?.status === 'True' &&
            applied?.status?.lastAppliedRevision === revision &&
            readyOf(applied!)?.status === 'True'
          );
        });

      await live().startAnew();
      await live().apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } });
      await live().applyTree({ 'k8s/clusters/dev/README.md': 'empty\n' });
      const first = (await live().get({ ...root, name: 'flux-system' }))!.spec!['url'] as string;
      expect(await moveTo(first)).toEqual([]);
      await live().applyTree(repository.files('k8s'));
      await live().untilReady();

      // The same files in the new place, before Flux looks there.
      let since = live().deletions().length;
      expect(await moveTo(local(other))).toEqual(['FX542']);
      await live().pushRepository(other, repository.files('k8s'));
      await live().applyTree(repository.files('k8s'));
      await readsFrom(local(other));
      expect(deletedSince(since)).toEqual([]);

      // A new place that has nothing but Flux itself.
      since = live().deletions().length;
      expect(await moveTo(local(empty))).toEqual(['FX542']);
      await live().pushRepository(empty, { [`${FLUX}/gotk-sync.yaml`]: sync(local(empty)) });
      await live().pushRepository(other, repository.files('k8s'));
      await live().reconcile({ ...root, name: 'flux-system' });
      await readsFrom(local(empty));
      const lost = ['configmaps/a', 'configmaps/b', 'kustomizations/shop'];
      await live().until('the addon is gone', async () => lost.every((one) => deletedSince(since).includes(one)), {
        explain: () => JSON.stringify(deletedSince(since)),
      });
    }, 120_000);
  },
  { long: true },
);
