import { ApiObject } from 'cdk8s';
import { afterAll, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { storageClass } from '../../src/addons/storage-class/index.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { planApp } from '../../src/tree/plan-app.js';
import { Repository } from '../changes/repository.js';
import { synth } from '../changes/synth.js';
import { changed, manifest } from '../schema/update/update-case.js';
import { describeLive } from './describe-live.js';
import { kustomizations } from './flux-kinds.js';
import type { ObjectRef } from './kube-object.js';

const namespace = 'default';
const set = manifest('apps/v1', 'StatefulSet', {
  metadata: { name: 'db', namespace },
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
  },
});
const forced = { metadata: { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'enabled' } } };

interface State {
  readonly iops: number;
  readonly forceClass?: boolean;
  readonly set: JsonObject;
}

const app = ({ iops, forceClass = false, set: object }: State): FluxApp => {
  const db = defineAddon({ name: 'db', build: (scope) => void new ApiObject(scope, 'db', object as never) });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev')
    .stage('all', [storageClass({ iops, ...(forceClass ? { kustomization: { force: true } } : {}) }), db({})] as never)
    .replaced({ kind: 'StatefulSet', name: 'db', namespace }, { reason: 'the test says so' });
  return flux;
};

describeLive('an update that the API server refuses', (live) => {
  const repository = new Repository();
  afterAll(() => repository.remove());

  const storage: ObjectRef = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name: 'storage-class' };
  const database: ObjectRef = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', namespace };
  const uids = () =>
    Promise.all([storage, database].map(async (one) => (await live().get(one))?.metadata.uid ?? 'none'));
  const plan = async (state: State) => {
    const { codes, written, clusters } = await synth(repository, app(state));
    return { codes: codes.toSorted(), written, lines: clusters.flatMap(({ changes }) => printChanges(changes)) };
  };
  const apply = async (state: State): Promise<void> => {
    const { files } = planApp(app(state));
    await live().applyTree(Object.fromEntries([...files].map(([path, text]) => [`k8s/${path}`, text])));
  };
  const failureOf = (name: string): Promise<string> =>
    live().until(`${name} fails`, async () => {
      const one = await live().get({ ...kustomizations, name, namespace: 'flux-system' });
      const ready = one?.status?.conditions?.find(({ type }) => type === 'Ready');
      return ready?.status === 'False' && ready.message?.includes('dry-run failed') === true && ready.message;
    });
  const first: State = { iops: 3000, set };

  it('starts', async () => {
    expect(await plan(first)).toMatchObject({ written: true });
    repository.publish('first');
    await apply(first);
    await live().untilReady();
  });

  it('is refused at synth, and fails in the cluster, where nothing changes', async () => {
    const before = await uids();
    const state: State = { iops: 4000, set: changed(set, { spec: { serviceName: 'other' } }) };
    // The code declares the StatefulSet, which Flux replaces no more than the class.
    expect(await plan(state)).toMatchObject({ codes: ['FX520', 'FX522'], written: false });
    await apply(state);
    expect(await failureOf('storage-class')).toContain('StorageClass/storage-class dry-run failed');
    expect(await failureOf('db')).toContain('StatefulSet/default/db dry-run failed');
    expect(await uids()).toEqual(before);
  });

  it('is ± at synth where Flux forces it, and another object in the cluster', async () => {
    const before = await uids();
    const state: State = {
      iops: 4000,
      forceClass: true,
      set: changed(changed(set, { spec: { serviceName: 'other' } }), forced),
    };
    expect(await plan(state)).toMatchObject({
      codes: ['FX559'],
      written: true,
      lines: [
        '~ Kustomization/storage-class in flux-system (flux-system)',
        '± StatefulSet/db in default is replaced: spec.serviceName "db" → "other" (db)',
        '± StorageClass/storage-class is replaced: parameters.iops "3000" → "4000" (storage-class)',
      ],
    });
    repository.publish('forced');
    await apply(state);
    await live().untilReady();
    const after = await uids();
    expect(after.filter((uid, index) => uid === before[index])).toEqual([]);
    const byFlux = live()
      .deletions()
      .filter(({ who }) => who === 'kustomize-controller');
    expect(byFlux.map(({ resource, name }) => `${resource}/${name}`).sort()).toEqual([
      'statefulsets/db',
      'storageclasses/storage-class',
    ]);
  });
});
