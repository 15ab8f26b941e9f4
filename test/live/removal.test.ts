import { ApiObject } from 'cdk8s';
import { afterAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';

const kind = { apiVersion: 'infra.contrib.fluxcd.io/v1alpha2', kind: 'Terraform' };

/** A cluster whose one addon has these Terraform objects: by name, whether they destroy when they go. */
const app = (objects: Readonly<Record<string, boolean>>, removed: readonly string[] = []): FluxApp => {
  const infra = defineAddon({
    name: 'infra',
    namespace: 'one',
    requires: ['infra.contrib.fluxcd.io'],
    build(scope) {
      new ConfigMap(scope, 'other', { data: {} });
      for (const [name, destroyResourcesOnDeletion] of Object.entries(objects)) {
        const spec = {
          interval: '1h',
          approvePlan: '',
          path: './',
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
          destroyResourcesOnDeletion,
        };
        new ApiObject(scope, name, { ...kind, metadata: { name }, spec } as never);
      }
    },
  });
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev', {
    external: ['infra.contrib.fluxcd.io', { kind: 'Namespace', name: 'one' }],
  });
  // Nothing here makes these objects ready.
  cluster.stage('all', [infra({ kustomization: { wait: false } })] as never);
  for (const name of removed) cluster.removed({ kind: 'Terraform', name }, { reason: 'the test says so' });
  return flux;
};

describeLive(
  'an object that destroys when it goes',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    const apply = async () => {
      await live().applyTree(repository.files('k8s'));
      await live().untilReady();
    };

    it('starts', async () => {
      await live().apply(
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } },
        ...crdsOf([kind.apiVersion.split('/')[0]!]),
      );
      expect(await synth(repository, app({ network: true, database: true }))).toMatchObject({
        written: true,
        codes: [],
      });
      repository.publish('start');
      await apply();
    });

    it('never sees the policy that comes with its removal, and sees the one before', async () => {
      const states = await live().record({ ...kind, namespace: 'one' });
      const seenOf = (name: string) =>
        states()
          .filter(({ metadata }) => metadata.name === name)
          .map(({ spec }) => spec?.['destroyResourcesOnDeletion']);

      // One branch of two commits, merged at once: only its end reaches the cluster.
      repository.git('checkout', '--quiet', '-b', 'remove');
      expect((await synth(repository, app({ network: false, database: true }))).written).toBe(true);
      repository.commit('the policy');
      const refused = await synth(repository, app({ database: true }));
      expect(refused).toMatchObject({ written: false, codes: ['FX502'] });
      expect((await synth(repository, app({ database: true }, ['network']))).written).toBe(true);
      repository.publish('the removal');
      await apply();
      await live().until(
        'the object is gone',
        async () => (await live().get({ ...kind, name: 'network', namespace: 'one' })) === undefined,
      );
      expect(seenOf('network')).not.toContain(false);

      // In two changes, the policy is there when the object goes.
      expect((await synth(repository, app({ database: false }))).written).toBe(true);
      repository.publish('the policy');
      await apply();
      expect(await synth(repository, app({}))).toMatchObject({ written: true, codes: [] });
      repository.publish('the removal');
      await apply();
      await live().until(
        'the object is gone',
        async () => (await live().get({ ...kind, name: 'database', namespace: 'one' })) === undefined,
      );
      expect(seenOf('database').at(-1)).toBe(false);
    });
  },
  { long: true },
);
