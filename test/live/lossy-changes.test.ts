import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { manifest } from '../schema/update/update-case.js';
import { describeLive } from './describe-live.js';
import { kustomization } from './flux-kinds.js';
import { writeAnyway } from './write-anyway.js';

const namespace = 'default';

interface State {
  /** By the name of their addon. */
  readonly objects: Readonly<Record<string, readonly JsonObject[]>>;
  readonly kustomization?: KustomizationSettings;
}

/** A cluster of these addons, of which none waits for its objects, and whose every removal is declared. */
const app = ({ objects, kustomization: settings = {} }: State, reason?: string): FluxApp => {
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev');
  const addons = Object.entries(objects).map(([name, all]) =>
    defineAddon({
      name,
      build: (scope) => all.forEach((one, index) => void new ApiObject(scope, `o${index}`, one as never)),
    })({ kustomization: { wait: false, ...settings } }),
  );
  cluster.stage('all', addons as never);
  if (reason !== undefined) {
    for (const name of ['db', 'web']) cluster.replaced({ kind: 'StatefulSet', name, namespace }, { reason });
    for (const name of ['db', 'web']) cluster.removed({ kind: 'StatefulSet', name, namespace }, { reason });
  }
  return flux;
};

const pods = (name: string, more: JsonObject = {}): JsonObject => ({
  selector: { matchLabels: { app: name } },
  template: {
    metadata: { labels: { app: name } },
    spec: { ...more, containers: [{ name, image: `${name}:1` }] },
  },
});

const set = (name: string, replicas: number, whenScaled = 'Retain'): JsonObject =>
  manifest('apps/v1', 'StatefulSet', {
    metadata: { name, namespace },
    spec: {
      ...pods(name),
      serviceName: name,
      replicas,
      podManagementPolicy: 'Parallel',
      persistentVolumeClaimRetentionPolicy: { whenScaled },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  });
const account = manifest('v1', 'ServiceAccount', { metadata: { name: 'runner', namespace } });
const deployment = manifest('apps/v1', 'Deployment', {
  metadata: { name: 'worker', namespace },
  spec: { ...pods('worker', { serviceAccountName: 'runner' }), replicas: 1 },
});
const config = (name: string) => manifest('v1', 'ConfigMap', { metadata: { name, namespace }, data: { a: name } });

describeLive(
  'a change that loses something',
  (live) => {
    let repository: Repository;
    beforeEach(() => {
      repository = new Repository();
    });
    afterEach(() => repository.remove());

    /** What synth says, and what it would write; it reaches the cluster all the same. */
    const change = async (state: State, reason?: string) => {
      const { codes, clusters, written } = await synth(repository, app(state, reason));
      if (!written) writeAnyway(repository.folder, app(state));
      repository.publish('change');
      await live().applyTree(repository.files('k8s'));
      return { codes, written, plan: clusters.flatMap(({ changes }) => printChanges(changes)) };
    };
    const claims = async (name: string): Promise<readonly string[]> =>
      (await live().list({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace }))
        .filter(({ metadata }) => metadata.name.startsWith(`data-${name}-`) && metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name)
        .sort();
    const isThere = async (kind: string, name: string) =>
      (await live().get({ apiVersion: 'v1', kind, name, namespace })) !== undefined;

    it('FX502: a var of the addon renames a claim, and Flux deletes the old one', async () => {
      const claim = manifest('v1', 'PersistentVolumeClaim', {
        metadata: { name: 'data-${COLOR}', namespace },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      });
      const state = (COLOR: string): State => ({
        objects: { colors: [claim] },
        kustomization: { postBuild: { substitute: { COLOR } } },
      });
      const isClaim = (color: string) => isThere('PersistentVolumeClaim', `data-${color}`);
      await change(state('blue'));
      await live().untilReady();
      expect(await isClaim('blue')).toBe(true);
      expect(await change(state('green'))).toMatchObject({ codes: ['FX502'], written: false });
      await live().untilReady();
      await live().until('the old claim is gone', async () => !(await isClaim('blue')));
      expect(await isClaim('green')).toBe(true);
    }, 120_000);

    it('FX517: fewer replicas delete claims with whenScaled: Delete, and none with Retain', async () => {
      await change({ objects: { db: [set('db', 2, 'Delete')], web: [set('web', 2)] } });
      await live().untilReady();
      await live().until(
        'all claims are there',
        async () => (await claims('db')).length + (await claims('web')).length === 4,
      );
      expect(await change({ objects: { db: [set('db', 1, 'Delete')], web: [set('web', 1)] } })).toMatchObject({
        codes: ['FX517'],
        written: false,
        plan: [
          '~ StatefulSet/web in default (web)',
          '~ StatefulSet/db in default destroys its claim data-db-1 with its data: spec.replicas 2 → 1 (db)',
        ],
      });
      await live().untilReady();
      await live().until('the claim is gone', async () => (await claims('db')).length === 1);
      expect([await claims('db'), await claims('web')]).toEqual([['data-db-0'], ['data-web-0', 'data-web-1']]);
    });

    it('FX523: pods that start later miss what a change deleted', async () => {
      await change({ objects: { accounts: [account, config('kept')], worker: [deployment] } });
      await live().untilReady();
      const podsOf = async () =>
        (await live().list({ apiVersion: 'v1', kind: 'Pod', namespace })).filter(({ metadata }) =>
          metadata.name.startsWith('worker-'),
        );
      await live().until('a pod is there', async () => (await podsOf()).length === 1);
      expect(await change({ objects: { accounts: [config('kept')], worker: [deployment] } })).toMatchObject({
        codes: ['FX523'],
        written: false,
      });
      await live().until('the account is gone', async () => !(await isThere('ServiceAccount', 'runner')));
      // The pods that run don't notice.
      expect(await podsOf()).toHaveLength(1);
      const [pod] = await podsOf();
      await live().delete({ apiVersion: 'v1', kind: 'Pod', name: pod!.metadata.name, namespace });
      await live().until('the next one is refused', async () =>
        (await live().list({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace })).some(({ status }) =>
          status?.conditions?.some(({ message }) => message?.includes('serviceaccount "runner" not found') === true),
        ),
      );
    });

    it('FX502: an object of a suspended Kustomization stays until that is resumed', async () => {
      const objects = { db: [set('db', 1), config('kept')] };
      await change({ objects });
      await live().untilReady();
      await change({ objects, kustomization: { suspend: true } });
      await live().until(
        'it is suspended',
        async () => (await live().get(kustomization('db')))?.spec?.['suspend'] === true,
      );
      const without = { db: [config('kept')] };
      expect(await change({ objects: without, kustomization: { suspend: true } })).toMatchObject({
        codes: ['FX502'],
        written: false,
        plan: ['- StatefulSet/db in default is deleted when its Kustomization is resumed (db)'],
      });
      const database = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', namespace };
      expect(await live().get(database)).toBeDefined();
      await change({ objects: without });
      await live().untilReady();
      expect(await live().get(database)).toBeUndefined();
    });

    it('FX502: what a patch of the Kustomization renames goes, and another one comes', async () => {
      const objects = { db: [set('db', 1), config('kept')] };
      await change({ objects });
      await live().untilReady();
      const patch = '- op: replace\n  path: /metadata/name\n  value: other\n';
      const patches = [{ target: { kind: 'StatefulSet' }, patch }];
      expect(await change({ objects, kustomization: { patches } })).toMatchObject({
        codes: ['FX502'],
        written: false,
        plan: [
          '+ StatefulSet/other in default (db)',
          '~ Kustomization/db in flux-system (flux-system)',
          '- StatefulSet/db in default (db)',
        ],
      });
      await live().untilReady();
      const there = async (name: string) =>
        (await live().get({ apiVersion: 'apps/v1', kind: 'StatefulSet', name, namespace })) !== undefined;
      expect([await there('db'), await there('other')]).toEqual([false, true]);
    });
  },
  { long: true },
);
