import { ConfigMap, FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import {
  accountCases,
  accountCluster,
  all,
  type Build,
  binding,
  chart,
  made,
  RBAC,
  roleRef,
  rule,
} from '../rules/account-programs.js';
import { addon, clusterOf } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import type { Tree } from './tree.js';

/** A Kustomization that waits for a release that fails tries again when it has given up. */
const settings = { timeout: '20s', retryInterval: '3s' };
const clusterWith = (bad: boolean) => accountCluster(bad, undefined, { app: new FluxApp() }, settings);

const treeOf = (cluster: ReturnType<typeof clusterWith>): Tree =>
  Object.fromEntries(Object.entries(synthCluster(cluster).files).map(([path, text]) => [`k8s/${path}`, text] as const));

describeLive('what an account may apply (FX800 to FX804)', (live) => {
  const serve = async (bad: boolean): Promise<void> => {
    const tree = await live().serveSources(treeOf(clusterWith(bad)));
    live().pushCharts([{ name: 'as-account', url: chart.url, version: '1.0.0' }]);
    await live().applyTree(tree);
  };

  it('is foretold by synth', () => {
    const found = synthCluster(clusterWith(true)).diagnostics.map(({ code, severity, at }) => [
      at.addon,
      code,
      severity,
    ]);
    expect(found.sort()).toEqual(
      Object.entries(accountCases)
        .map(([name, { code, severity }]) => [`as-${name}`, code, severity])
        .sort(),
    );
    expect(synthCluster(clusterWith(false)).diagnostics).toEqual([]);
  });

  it('is what the API server refuses', async () => {
    await live().restart('kustomize-controller', ['--concurrent=20']);
    await serve(true);
    for (const [name, { says, release }] of Object.entries(accountCases)) {
      const of =
        release === true ? { ...helmReleases, namespace: 'default', name: `as-${name}` } : kustomization(`as-${name}`);
      let last: unknown;
      await live().until(
        `${name}: ${says}`,
        async () => {
          const { status } = (await live().get(of)) ?? {};
          last = status?.conditions?.map(({ message }) => message);
          return status?.conditions?.some(({ message }) => message?.includes(says));
        },
        { timeout: 60_000, explain: () => JSON.stringify(last) },
      );
    }
  }, 240_000);

  it('is applied with the rights of the fixes', async () => {
    // The role of a binding can't be changed.
    for (const name of Object.keys(accountCases)) {
      await live().delete({ apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', namespace: 'default', name });
    }
    await serve(false);
    await live().untilReady({ timeout: 120_000 });
  }, 180_000);

  it('FX800: what an account may not delete stays, and Flux fails', async () => {
    const cluster = (...names: readonly string[]) => {
      const data: Build = (scope) => {
        for (const name of names) new ConfigMap(scope, name, { name, data: { a: 'b' } });
      };
      const rights = all(
        made('v1', 'ServiceAccount', 'keeper', 'flux-system'),
        made(`${RBAC}/v1`, 'Role', 'keeper', 'default', {
          rules: [rule('', ['configmaps'], 'get', 'create', 'patch')],
        }),
        binding('keeper', roleRef('Role', 'keeper'), 'flux-system'),
      );
      const kept = addon(
        'kept',
        { build: data, requires: ['access'] },
        { kustomization: { ...settings, serviceAccountName: 'keeper' } },
      );
      return clusterOf({ access: [addon('access', { build: rights })], all: [kept] }, { app: new FluxApp() });
    };
    const { diagnostics } = synthCluster(cluster('stays', 'goes'));
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        'FX800',
        'warning',
        'ConfigMap/goes in default would be applied as ServiceAccount flux-system/keeper, which may not delete configmaps',
      ],
    ]);
    await live().startAnew();
    await live().applyTree(treeOf(cluster('stays', 'goes')));
    await live().untilReady({ timeout: 60_000 });
    await live().applyTree(treeOf(cluster('stays')));
    let last: string | undefined;
    await live().until(
      'Flux may not delete it',
      async () => {
        const { status } = (await live().get(kustomization('kept'))) ?? {};
        last = status?.conditions?.map(({ message }) => message).join(' ');
        return last?.includes('cannot delete resource "configmaps"');
      },
      { timeout: 60_000, explain: () => last ?? '' },
    );
    expect(await live().get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'goes' })).toBeDefined();
  }, 180_000);
});
