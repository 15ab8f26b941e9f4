import { ApiObject } from 'cdk8s';
import { afterAll, expect, it } from 'vitest';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { addon } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { kustomization, kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';
import { isReady, readyOf } from './kustomization-state.js';
import type { Tree } from './tree.js';
import { writeAnyway } from './write-anyway.js';

const provides = ['monitoring.coreos.com'];

/** An addon with an object of the kind that the Kustomization of others brings, and one more for each change. */
const app = (level: string): FluxApp => {
  const flux = new FluxApp();
  const shop = addon(
    'shop',
    {
      requires: provides,
      build: (scope) => {
        const metadata = { name: 'shop', namespace: 'default' };
        new ApiObject(scope, 'rule', {
          apiVersion: 'monitoring.coreos.com/v1',
          kind: 'Rule',
          metadata,
          spec: { level },
        } as never);
      },
    },
    { kustomization: { retryInterval: '2s' } },
  );
  new FluxCluster(flux, 'dev', { external: [{ kind: 'Kustomization', name: 'monitoring', provides }] }).stage('apps', [
    shop,
  ] as never);
  return flux;
};

const flux = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  retryInterval: 2s
  path: ./${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: rules.monitoring.coreos.com }
spec:
  group: monitoring.coreos.com
  names: { kind: Rule, plural: rules }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
const shopRule = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Rule', name: 'shop', namespace: 'default' };

describeLive(
  'an addon that depends on a Kustomization that others wrote',
  (live) => {
    const repository = new Repository();
    afterAll(() => repository.remove());

    /** Root → infra → monitoring → operator, which has the CRD. */
    const write = (more: string) => {
      repository.write('k8s/clusters/dev/infra.yaml', flux('infra', 'infrastructure'));
      repository.write('infrastructure/monitoring.yaml', flux('monitoring', 'monitoring', `  wait: true\n${more}`));
      repository.write('monitoring/operator.yaml', flux('operator', 'operator', '  wait: true\n'));
      repository.write('operator/crd.yaml', crd);
    };
    /** What synth says, and the tree that it writes: where it refuses to, the one that it would write. */
    const merge = async (level: string): Promise<readonly string[]> => {
      const { diagnostics, written } = await synth(repository, app(level));
      if (!written) writeAnyway(repository.folder, app(level));
      repository.publish(level);
      const folders = ['k8s', 'infrastructure', 'monitoring', 'operator'];
      await live().applyTree(Object.assign({}, ...folders.map((folder) => repository.files(folder))) as Tree);
      return diagnostics.filter(isOfExternals).map(({ code }) => code);
    };
    const isOfExternals = ({ code }: Diagnostic) => ['FX534', 'FX535', 'FX536', 'FX640'].includes(code);
    const says = (name: string, words: string) => {
      let last: string | undefined;
      return live().until(
        `Kustomization "${name}": ${words}`,
        async () => {
          const object = await live().get(kustomization(name));
          last = object && readyOf(object)?.message;
          return last?.includes(words);
        },
        { timeout: 60_000, explain: () => `it says: ${last}` },
      );
    };
    const levelOf = async () => ((await live().get(shopRule))?.spec as { level?: string } | undefined)?.level;

    it('FX535: waits while that is suspended', async () => {
      write('  suspend: true\n');
      expect(await merge('one')).toEqual(['FX535']);
      await says('shop', "dependency 'flux-system/monitoring' is not ready");
      expect(await live().get(kustomization('operator'))).toBeUndefined();
    }, 180_000);

    it('becomes ready after it, in a nested tree', async () => {
      const states = await live().record(kustomizations);
      write('');
      expect(await merge('one')).toEqual([]);
      await live().untilReady();
      const firstReady = (name: string) =>
        states().findIndex((one: KubeObject) => one.metadata.name === name && isReady(one));
      expect(firstReady('operator')).toBeGreaterThanOrEqual(0);
      expect(firstReady('monitoring')).toBeGreaterThan(firstReady('operator'));
      expect(firstReady('shop')).toBeGreaterThan(firstReady('monitoring'));
      expect(await levelOf()).toBe('one');
    }, 180_000);

    it('FX535: waits with its next change, once that is suspended', async () => {
      write('  suspend: true\n');
      expect(await merge('two')).toEqual(['FX535']);
      await says('shop', "dependency 'flux-system/monitoring'");
      expect(await levelOf()).toBe('one');
      write('');
      expect(await merge('two')).toEqual([]);
      await live().untilReady();
      expect(await levelOf()).toBe('two');
    }, 180_000);

    it('FX534: does not find what the change removes', async () => {
      write('');
      expect(await merge('three')).toEqual([]);
      await live().untilReady();
      repository.delete('infrastructure/monitoring.yaml');
      repository.write('infrastructure/kustomization.yaml', 'resources: []\n');
      expect(await merge('four')).toEqual(['FX534']);
      await says('shop', "dependency 'flux-system/monitoring' not found");
    }, 180_000);

    it('FX640: waits for what waits for it', async () => {
      repository.delete('infrastructure/kustomization.yaml');
      write('  dependsOn: [{ name: shop }]\n');
      expect(await merge('five')).toEqual(['FX640']);
      await says('shop', "dependency 'flux-system/monitoring'");
      await says('monitoring', "dependency 'flux-system/shop'");
      // It went with the CRD in the case before, and doesn't come back.
      expect(await levelOf()).toBeUndefined();
    }, 180_000);
  },
  { long: true },
);
