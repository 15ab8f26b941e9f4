import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeLive } from './describe-live.js';
import { isRunning } from './is-running.js';
import type { Tree } from './tree.js';

const folder = fileURLToPath(new URL('./trees/smoke/k8s', import.meta.url));

/** By chart and repository, the API groups whose CRDs come from there. */
const crds = { karpenter: ['karpenter.sh'], 'https://git.example.org/gateway-api': ['gateway.networking.k8s.io'] };

/** Made by Terraform in a real cluster. */
const vars = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'cluster-vars-terraform',
    namespace: 'flux-system',
    labels: { 'reconcile.fluxcd.io/watch': 'Enabled' },
  },
  data: { TF_AWS_REGION: 'eu-central-1', TF_ACCOUNT_ID: '012345678901' },
};
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
const values = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web-values-terraform', namespace: 'web' },
  data: { 'values.yaml': 'replicas: 1\nqueue: "0123"\n' },
};

const kustomization = (name: string) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  name,
  namespace: 'flux-system',
});

describeLive('a small tree on real Flux', (live) => {
  let tree: Tree;

  it('becomes ready', async () => {
    await live().apply(vars, namespace, values);
    tree = await live().serveSources(folder, crds);
    const commit = await live().applyTree(tree);
    // Below the minute of `retryInterval`: no Kustomization ran before what it depends on was ready.
    const ready = await live().untilReady({ timeout: 50_000 });
    const kustomizations = ready.filter(({ kind }) => kind === 'Kustomization');
    expect(kustomizations.map(({ metadata }) => metadata.name).sort()).toEqual([
      'flux-system',
      'gateway-api-crds',
      'karpenter',
      'nodes',
      'web',
    ]);
    const web = await live().get(kustomization('web'));
    expect(web?.status?.lastAppliedRevision).toBe(`main@sha1:${commit}`);
  });

  it('substitutes vars', async () => {
    const pool = await live().get({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'default' });
    expect(pool?.metadata.annotations?.['example.org/account']).toBe('012345678901');
    const route = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', name: 'web', namespace: 'web' };
    expect((await live().get(route))?.spec?.['hostnames']).toEqual(['web.eu-central-1.example.org']);
  });

  it('composes values, the inline ones on top', async () => {
    const seen = { apiVersion: 'v1', kind: 'ConfigMap', name: 'web-values-seen', namespace: 'web' };
    const data = (await live().get(seen))?.data?.['values.json'] ?? '';
    expect(JSON.parse(data)).toEqual({ replicas: 2, region: 'eu-central-1', queue: '0123' });
  });

  it('runs the stub of each chart', async () => {
    for (const name of ['karpenter', 'web']) {
      const deployment = await live().get({ apiVersion: 'apps/v1', kind: 'Deployment', name, namespace: name });
      expect(deployment?.status?.['readyReplicas']).toBe(1);
    }
  });

  it('refuses an undefined var', async () => {
    const path = 'k8s/addons/dev/web/http-route.yaml';
    await live().applyTree({ ...tree, [path]: `${tree[path]}`.replace('TF_AWS_REGION', 'TF_AWS_REGIN') });
    const condition = await live().until('the Kustomization fails', async () => {
      const { status } = (await live().get(kustomization('web'))) ?? {};
      return status?.conditions?.find(({ type, reason }) => type === 'Ready' && reason === 'BuildFailed');
    });
    expect(condition.message).toContain('variable not set (strict mode): "TF_AWS_REGIN"');
    await expect(live().untilReady({ timeout: 1000 })).rejects.toThrow('Kustomization/flux-system/web: BuildFailed');
  });

  it('prunes what the tree no longer holds, and tells who deleted it', async () => {
    expect(live().deletions()).toEqual([]);
    const rest = Object.entries(tree).filter(([path]) => !/\/web(\/|\.yaml$)/.test(path));
    await live().applyTree(Object.fromEntries(rest));
    await live().untilReady();
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'web' };
    await live().until('the release is gone', async () => (await live().get(deployment)) === undefined);
    const deleted = live()
      .deletions()
      .map(({ who, resource, name }) => `${who} ${resource}/${name}`);
    expect(deleted).toContain('kustomize-controller kustomizations/web');
    expect(deleted).toContain('kustomize-controller helmreleases/web');
    expect(deleted).toContain('helm-controller deployments/web');
    expect(deleted.filter((line) => line.includes('karpenter'))).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    const pids = live().pids();
    const home = dirname(live().kubeconfig);
    // etcd, API server, controller manager, scheduler, kwok, three controllers, and the supervisor of them all.
    expect(pids.filter(isRunning)).toHaveLength(9);
    await live().stop();
    expect(pids.filter(isRunning)).toEqual([]);
    expect(existsSync(home)).toBe(Boolean(process.env['FLUXSPAN_LIVE_KEEP']));
  });
});
