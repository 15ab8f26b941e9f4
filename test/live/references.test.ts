import { setTimeout as sleep } from 'node:timers/promises';
import { ApiObject } from 'cdk8s';
import { ConfigMap, FluxApp, HelmRelease } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import { readyOf } from './kustomization-state.js';
import { chartOf, labels } from './twin-programs.js';

const settings = { kustomization: { timeout: '20s', retryInterval: '5s' } };
const release = (name: string, more: object = {}, requires: readonly string[] = []): LooseDefinition => ({
  requires,
  charts: { [name]: chartOf(name) },
  build: (scope, { charts }) => {
    new HelmRelease(scope, 'release', { chart: charts[name] as never, ...more });
  },
});
const values =
  (name: string): LooseDefinition['build'] =>
  (scope) => {
    new ConfigMap(scope, 'values', { name, labels, data: { 'values.yaml': 'a: 1' } });
  };

/** The first addon waits for what the second one brings, and the second one requires the first; and the same in order. */
const programs: Readonly<Record<string, (bad: boolean) => ReturnType<typeof clusterOf>>> = {
  'a release that depends on a later one': (bad) =>
    clusterOf(
      {
        one: [addon('first', release('first', bad ? { dependsOn: [{ name: 'second' }] } : {}), settings)],
        two: [addon('second', release('second', {}, ['first']), settings)],
      },
      { app: new FluxApp() },
    ),
  'a release whose values come later': (bad) => {
    const from = { valuesFrom: [{ kind: 'ConfigMap', name: 'more' }] };
    const made = { build: values('more')!, requires: bad ? ['first'] : [] };
    return clusterOf(
      bad
        ? { one: [addon('first', release('first', from), settings)], two: [addon('second', made, settings)] }
        : {
            one: [addon('second', made, settings)],
            two: [addon('first', release('first', from, ['second']), settings)],
          },
      { app: new FluxApp() },
    );
  },
};

describeLive(
  'what waits for something later',
  (live) => {
    const apply = async (cluster: ReturnType<typeof clusterOf>) => {
      const files = Object.entries(synthCluster(cluster).files).map(([path, text]) => [`k8s/${path}`, text]);
      return live().applyTree(await live().serveSources(Object.fromEntries(files), {}));
    };
    const messageOf = async (ref: Parameters<ReturnType<typeof live>['get']>[0]) => {
      const object = await live().get(ref);
      return object === undefined ? undefined : readyOf(object)?.message;
    };

    it.each(Object.entries(programs))(
      '%s',
      async (_, make) => {
        expect(synthCluster(make(true)).diagnostics.map(({ code }) => code)).toEqual(['FX640']);
        expect(synthCluster(make(false)).diagnostics).toEqual([]);
        await live().startAnew();
        await apply(make(true));
        const second = kustomization('second');
        const first = { ...helmReleases, namespace: 'default', name: 'first' };
        await live().until("second: dependency 'flux-system/first' is not ready", async () =>
          (await messageOf(second))?.includes("'flux-system/first'"),
        );
        // Several times what a Kustomization waits for its objects, and tries again.
        await sleep(60_000);
        expect(await messageOf(second)).toContain("'flux-system/first'");
        expect(await messageOf(first)).toMatch(/second|more/);
        await apply(make(false));
        await live().untilReady();
      },
      240_000,
    );

    it('FX307: a release that depends on one that nothing makes', async () => {
      const make = (bad: boolean) =>
        clusterOf(
          { one: [addon('first', release('first', bad ? { dependsOn: [{ name: 'gone' }] } : {}), settings)] },
          { app: new FluxApp() },
        );
      expect(synthCluster(make(true)).diagnostics.map(({ code }) => code)).toEqual(['FX307']);
      expect(synthCluster(make(false)).diagnostics).toEqual([]);
      await live().startAnew();
      await apply(make(true));
      const first = { ...helmReleases, namespace: 'default', name: 'first' };
      await live().until('first: gone not found', async () => (await messageOf(first))?.includes('"gone" not found'));
      await apply(make(false));
      await live().untilReady();
    }, 120_000);

    it.each([
      [
        'HelmRepository',
        { url: 'oci://127.0.0.1:9/charts' },
        "'oci' URL scheme cannot be used with 'default' HelmRepository type",
      ],
      [
        'OCIRepository',
        { url: 'oci://127.0.0.1:9/Charts/web', ref: { tag: '1' } },
        'repository can only contain the characters',
      ],
    ])('FX634: a %s with a URL that is not for it', async (kind, spec, words) => {
      const ref = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind, namespace: 'default', name: 'source-url' };
      const build: LooseDefinition['build'] = (scope) => {
        new ApiObject(scope, 'source', {
          ...{ apiVersion: ref.apiVersion, kind, metadata: { name: ref.name } },
          spec: { interval: '1h', ...spec },
        } as never);
      };
      const { diagnostics } = synthCluster(clusterOf({ one: [addon('web', { build })] }, { app: new FluxApp() }));
      expect(diagnostics.map(({ code }) => code)).toEqual(['FX634']);
      expect(diagnostics[0]!.notes.join()).toContain(words);
      const metadata = { name: ref.name, namespace: ref.namespace };
      await live().apply({ apiVersion: ref.apiVersion, kind, metadata, spec: { interval: '1h', ...spec } } as never);
      await live().until(`${kind}: ${words}`, async () => (await messageOf(ref))?.includes(words));
      await live().delete(ref);
    });
  },
  { long: true },
);
