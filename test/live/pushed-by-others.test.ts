import { afterAll, expect, it } from 'vitest';
import { gitSource } from '../../src/addon/source.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { printYaml } from '../../src/yaml/print-yaml.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { addon } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { isReady, readyOf } from './kustomization-state.js';
import type { Tree } from './tree.js';

const url = 'https://github.com/other/apps';
const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'pushed' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
};
const pushed = { apiVersion: binding.apiVersion, kind: binding.kind, name: 'pushed' };
const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'apps', namespace: 'flux-system' } };

/** Where Flux fetches this repository, as `flux bootstrap` writes it: another owner's than that of the apps. */
const sync = {
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  metadata: { name: 'flux-system', namespace: 'flux-system' },
  spec: { interval: '1m', url: 'https://github.com/acme/fleet', ref: { branch: 'main' } },
};

const app = (serviceAccountName?: string): FluxApp => {
  const flux = new FluxApp();
  const settings = { retryInterval: '2s', ...(serviceAccountName === undefined ? {} : { serviceAccountName }) };
  const apps = addon(
    'apps',
    { source: gitSource({ url, ref: { branch: 'main' } }), namespace: undefined },
    { kustomization: settings },
  );
  new FluxCluster(flux, 'dev').stage('apps', [apps] as never);
  return flux;
};

describeLive("a Kustomization that applies another owner's branch", (live) => {
  const repository = new Repository();
  afterAll(() => repository.remove());

  /** What synth says of the source, and the tree that it writes, with the repository of others as it is now. */
  const merge = async (serviceAccountName?: string): Promise<readonly string[]> => {
    repository.write('k8s/clusters/dev/flux-system/gotk-sync.yaml', printYaml(sync));
    const { diagnostics } = await synth(repository, app(serviceAccountName));
    repository.publish(serviceAccountName ?? 'without an account');
    // Here, Flux fetches the repository from this machine.
    const files = Object.entries(repository.files('k8s')).filter(([path]) => !path.endsWith('gotk-sync.yaml'));
    const tree = await live().serveSources(Object.fromEntries(files) as Tree);
    await live().pushRepository(url, { 'binding.yaml': printYaml(binding) });
    await live().applyTree(tree);
    return diagnostics.filter(({ code }) => code === 'FX528').map(({ severity }) => severity);
  };

  it('FX528: applies without an account whatever others push there, as cluster-admin', async () => {
    expect(await merge()).toEqual(['warning']);
    const made = await live().until('the binding of the others is there', () => live().get(pushed), {
      timeout: 60_000,
    });
    expect(made).toMatchObject({ roleRef: binding.roleRef });
  }, 180_000);

  it('refuses the same with an account that has no such rights', async () => {
    await live().delete(pushed);
    await live().apply(account);
    expect(await merge('apps')).toEqual([]);
    let last: string | undefined;
    await live().until(
      'the binding is refused',
      async () => {
        const object = await live().get(kustomization('apps'));
        last = object && readyOf(object)?.message;
        return object !== undefined && !isReady(object) && last?.includes('forbidden');
      },
      { timeout: 60_000, explain: () => `it says: ${last}` },
    );
    expect(await live().get(pushed)).toBeUndefined();
  }, 180_000);
});
