import { afterAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { GitRepository } from '../../src/constructs/git-repository.js';
import { Kustomization } from '../../src/constructs/kustomization.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { describeLive } from './describe-live.js';
import { redirect } from './redirect.js';

const url = 'https://git.example.org/inner';

interface Inner {
  readonly path?: string;
  readonly targetNamespace?: string;
  readonly namePrefix?: string;
}

/** An addon with a ConfigMap, and a Kustomization that reads another repository; every removal is declared. */
const app = (inner: Inner, kustomization: KustomizationSettings = {}): FluxApp => {
  const outer = defineAddon({
    name: 'outer',
    namespace: 'one',
    build(scope) {
      new ConfigMap(scope, 'kept', { name: 'kept', data: { a: 'b' } });
      const sourceRef = new GitRepository(scope, 'source', { name: 'inner', url, ref: { branch: 'main' } });
      new Kustomization(scope, 'inner', { name: 'inner', path: './a', targetNamespace: 'one', ...inner, sourceRef });
    },
  });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev', {
    external: [
      { kind: 'Namespace', name: 'one' },
      { kind: 'Namespace', name: 'two' },
    ],
  })
    .stage('all', [outer({ kustomization })] as never)
    .replaced('outer', { reason: 'the test says so' })
    .removed('outer', { reason: 'the test says so' });
  return flux;
};

const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {}\n`;

describeLive(
  'a Kustomization that stays',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    /** What a change does: the plan's lines, and what kustomize-controller deleted. */
    const change = async (...args: Parameters<typeof app>) => {
      const { clusters, written } = await synth(repository, app(...args));
      expect(written).toBe(true);
      const count = live().deletions().length;
      repository.publish('change');
      await live().applyTree(redirect(repository.files('k8s'), live().redirects()));
      await live().untilReady();
      return {
        plan: clusters.flatMap(({ changes }) => printChanges(changes)),
        deleted: live()
          .deletions()
          .slice(count)
          .filter(({ who, resource }) => who === 'kustomize-controller' && resource === 'configmaps')
          .map(({ namespace, name }) => `${namespace}/${name}`)
          .sort(),
      };
    };

    it('starts', async () => {
      await live().apply(
        ...['one', 'two'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
      );
      await live().pushRepository(url, {
        'a/one.yaml': configMap('one'),
        'a/two.yaml': configMap('two'),
        'b/one.yaml': configMap('one'),
      });
      expect((await change({})).deleted).toEqual([]);
    });

    it('deletes what the new folder lacks, which only the cluster shows', async () => {
      expect(await change({ path: './b' })).toEqual({
        plan: ['± Kustomization/inner in flux-system may be replaced: path "a" → "b" (outer)'],
        deleted: ['one/two'],
      });
    });

    it('deletes all that gets another namespace or name', async () => {
      expect(await change({ path: './b', targetNamespace: 'two' })).toEqual({
        plan: ['± Kustomization/inner in flux-system is replaced: targetNamespace "one" → "two" (outer)'],
        deleted: ['one/one'],
      });
      expect(await change({ path: './b', targetNamespace: 'two', namePrefix: 'x-' })).toEqual({
        plan: ['± Kustomization/inner in flux-system is replaced: namePrefix "" → "x-" (outer)'],
        deleted: ['two/one'],
      });
    });

    it('deletes what a patch leaves out', async () => {
      const patch = '$patch: delete\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\n  namespace: one\n';
      const inner = { path: './b', targetNamespace: 'two', namePrefix: 'x-' };
      const { plan, deleted } = await change(inner, { patches: [{ patch }] });
      expect(plan).toEqual(['~ Kustomization/outer in flux-system (flux-system)', '- ConfigMap/kept in one (outer)']);
      expect(deleted).toEqual(['one/kept']);
    });
  },
  { long: true },
);
