import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';
import { helmReleases } from './flux-kinds.js';
import { platformAccount } from './tenant-rights.js';
import type { Tree } from './tree.js';

const chart = helmChart({ url: 'oci://charts.example.org/bound', version: '1.0.0' });
const flux = { version: '2.9', defaultServiceAccount: 'flux-apply' } as const;

const app = defineAddon({
  name: 'bound',
  namespace: 'bound',
  createNamespace: true,
  build: (scope) => {
    new HelmRelease(scope, 'release', { name: 'bound', chart, timeout: '20s' });
  },
});
const rest = defineAddon({ name: 'rest', namespace: 'default', build: () => {} });

/** The tree, with the addon or without it. */
const treeOf = (releaseRole: string | undefined, isThere = true) => {
  const cluster = new FluxCluster(new FluxApp(), 'dev', {
    flux,
    defaults: { kustomization: { timeout: '20s', retryInterval: '3s' } },
    ...(releaseRole === undefined ? {} : { releaseRole }),
  }).stage('apps', isThere ? [app(), rest()] : [rest()]);
  const { files, diagnostics } = synthCluster(cluster);
  const tree: Tree = Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text] as const));
  return { tree, codes: diagnostics.map(({ code }) => code) };
};

const release = { ...helmReleases, namespace: 'bound', name: 'bound' };
const account = { apiVersion: 'v1', kind: 'ServiceAccount', namespace: 'bound', name: 'flux-bound' };
const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', name: 'flux-bound' };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'bound', name: 'bound' };

describeLive('releaseRole, where releases without an account have no rights', (live) => {
  const serve = async (tree: Tree) => live().applyTree(await live().serveSources(tree));

  it('is needed: FX328 is what helm-controller says', async () => {
    const { tree, codes } = treeOf(undefined);
    expect(codes).toContain('FX328');
    await live().apply(...platformAccount);
    await live().restart('helm-controller', ['--default-service-account=flux-apply']);
    await serve(tree);
    let last: unknown;
    await live().until(
      'the release is refused',
      async () => {
        const { status } = (await live().get(release)) ?? {};
        last = status?.conditions?.map(({ message }) => message);
        return status?.conditions?.some(({ message }) =>
          message?.includes('User "system:serviceaccount:bound:flux-apply" cannot'),
        );
      },
      { timeout: 60_000, explain: () => JSON.stringify(last) },
    );
  }, 120_000);

  it('gives the rights', async () => {
    const { tree, codes } = treeOf('cluster-admin');
    expect(codes).toEqual([]);
    await serve(tree);
    await live().untilReady();
    expect(await live().get(deployment)).toBeDefined();
  }, 120_000);

  it('can be another role', async () => {
    await serve(treeOf('admin').tree);
    await live().untilReady();
    expect(await live().get(binding)).toMatchObject({ roleRef: { name: 'admin' } });
  }, 120_000);

  it('lets the release be uninstalled after the addon, and leaves the account and its binding', async () => {
    await serve(treeOf('cluster-admin', false).tree);
    await live().untilReady();
    await live().until('it is uninstalled', async () => (await live().get(deployment)) === undefined);
    expect(await live().get(release)).toBeUndefined();
    expect(await live().get(account)).toBeDefined();
    expect(await live().get(binding)).toBeDefined();
  }, 120_000);
});
