import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { storageClass } from '../../../src/addons/storage-class/index.js';
import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { printComparison } from '../../../src/changes/comparison/print-comparison.js';
import { findRefusedUpdates } from '../../../src/changes/updates/refused-update.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import type { KustomizationSettings } from '../../../src/constructs/kustomization-settings.js';
import { clusterName } from '../../../src/contract/ready-made.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { changed, manifest } from '../../schema/update/update-case.js';
import { Repository } from '../repository.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

type Declare = (cluster: FluxCluster) => unknown;
const clusterOf = (addon: unknown, declare: Declare = () => undefined): FluxApp => {
  const app = new FluxApp();
  const cluster = new FluxCluster(app, 'dev');
  cluster.stage('all', [addon] as never);
  declare(cluster as never);
  return app;
};
const merged = async (app: FluxApp): Promise<void> => {
  expect((await synth(repository, app)).written).toBe(true);
  repository.publish('the tree');
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const planOf = ({ clusters }: Synthesized) => printComparison(clusters, new Map()).split('\n').slice(1, -1);

it('tells no password that looks like one', async () => {
  const settings = (login: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'default' },
    immutable: true,
    data: { DB_PASSWORD: login, file: `postgres://app:${login}@db`, other: 'a' },
  });
  await merged(one(settings('hunter2')));
  const text = textOf(
    await synth(repository, one({ ...settings('hunter3'), data: { ...settings('hunter3').data, other: 'b' } })),
  );
  expect(text).toContain('data.DB_PASSWORD changes, data.file changes, data.other "a" → "b"');
  expect(text).not.toContain('hunter');
});

describe('a StorageClass that gets other parameters', () => {
  it('is refused, because the API server refuses the update', async () => {
    await merged(clusterOf(storageClass({ name: 'gp3' })));
    const refused = await synth(repository, clusterOf(storageClass({ name: 'gp3', iops: 4000 })));
    expect(refused.written).toBe(false);
    expect(textOf(refused)).toMatchInlineSnapshot(`
      "error FX520 update-refused: StorageClass/gp3 can't be updated: parameters.iops "3000" → "4000"
        at   dev/StorageClass/gp3  parameters.iops
        note the API server refuses the change, so Kustomization "storage-class" fails and stays at the state that it has
        note with force, Flux deletes the object and creates it again: volumes of the class stay as they are
        fix  revert the change, or add a second object under another name, and keep this one until nothing uses it; or have Flux replace it: set the annotation 'kustomize.toolkit.fluxcd.io/force': 'enabled' on it
      "
    `);
  });
});

/** One object, in an addon of its own. */
const one = (
  object: JsonObject,
  { kustomization, declare }: { kustomization?: KustomizationSettings; declare?: Declare } = {},
): FluxApp => {
  const addon = defineAddon({
    name: 'apps',
    build: (scope) => void new ApiObject(scope, 'object', object as never),
  });
  return clusterOf(addon(kustomization === undefined ? {} : { kustomization }), declare);
};
const set = manifest('apps/v1', 'StatefulSet', {
  metadata: { name: 'db', namespace: 'default' },
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1Gi' } } } }],
  },
});
const larger = changed(set, {
  spec: {
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: { requests: { storage: '2Gi' } } } }],
  },
});
const forced = { metadata: { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'Enabled' } } };
const target = { kind: 'StatefulSet', name: 'db', namespace: 'default' };
const declared: Declare = (cluster) => cluster.replaced(target, { reason: 'larger volumes' });

describe('a PersistentVolumeClaim that gets another class', () => {
  const claim = (storageClassName: string) =>
    manifest('v1', 'PersistentVolumeClaim', {
      metadata: { name: 'files', namespace: 'default' },
      spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });

  it('is kept by the suggested fix, which adds a second claim', async () => {
    await merged(one(claim('a')));
    expect(textOf(await synth(repository, one(claim('b'))))).toContain(
      'fix  revert the change, or add a second claim under another name, and keep this one until its data is moved; ',
    );
    expect(textOf(await synth(repository, one(changed(claim('b'), forced))))).toContain(
      'fix  to keep this PersistentVolumeClaim, leave it as it is, and add a second one under another name; ',
    );
  });
});

describe('a StatefulSet that gets larger volumes', () => {
  beforeEach(() => merged(one(set)));

  it('is refused', async () => {
    expect(textOf(await synth(repository, one(larger)))).toMatchInlineSnapshot(`
      "error FX520 update-refused: StatefulSet/db in default can't be updated: spec.volumeClaimTemplates[0].spec.resources.requests.storage "1Gi" → "2Gi"
        at   dev/StatefulSet/db in default  spec.volumeClaimTemplates[0].spec.resources.requests.storage
        note the API server refuses the change, so Kustomization "apps" fails and stays at the state that it has
        note with force, Flux deletes the object and creates it again: all its pods stop at the same time; its claims and their data stay
        note claims that are there keep their size and settings: let each of them grow by itself, kubectl edit -n default pvc/<template>-db-0
        fix  revert the change, or add a second object under another name, and keep this one until nothing uses it; or have Flux replace it: set the annotation 'kustomize.toolkit.fluxcd.io/force': 'enabled' on it, and declare it in the cluster's code: .replaced({ kind: 'StatefulSet', name: 'db', namespace: 'default' }, { reason: '…' }). Without the annotation, kubectl delete -n default statefulset.apps/db --cascade=orphan when the change is merged keeps its pods
      "
    `);
  });

  it('is replaced if Flux forces it, which the code must declare', async () => {
    const refused = await synth(repository, one(changed(larger, forced)));
    expect(textOf(refused)).toMatchInlineSnapshot(`
      "error FX515 replacement-not-declared: StatefulSet/db in default is replaced: spec.volumeClaimTemplates[0].spec.resources.requests.storage "1Gi" → "2Gi"
        at   dev/StatefulSet/db in default
        note Flux deletes it and creates it again: all its pods stop at the same time; its claims and their data stay
        fix  to keep this StatefulSet, leave it as it is, and add a second one under another name; if that is intended, declare it in the cluster's code: .replaced({ kind: 'StatefulSet', name: 'db', namespace: 'default' }, { reason: '…' })
      "
    `);
    expect(refused.written).toBe(false);
    const result = await synth(repository, one(changed(larger, forced), { declare: declared }));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(planOf(result)).toMatchInlineSnapshot(`
      [
        "  ± StatefulSet/db in default is replaced: spec.volumeClaimTemplates[0].spec.resources.requests.storage "1Gi" → "2Gi" (apps): Flux deletes it and creates it again: all its pods stop at the same time; its claims and their data stay",
      ]
    `);
  });

  it("is also replaced by its Kustomization's force, or by an annotation that it adds to each object", async () => {
    const byForce = await synth(repository, one(larger, { kustomization: { force: true } }));
    // The force setting itself is reported too.
    expect(byForce.codes).toEqual(['FX515', 'FX559']);
    const byMetadata = await synth(repository, one(larger, { kustomization: { commonMetadata: forced.metadata } }));
    expect(byMetadata.codes).toEqual(['FX515']);
  });

  it("is replaced by a person if the code declares it and Flux doesn't force it", async () => {
    const result = await synth(repository, one(larger, { declare: declared }));
    expect(result.written).toBe(true);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "warning FX522 replaced-by-hand: StatefulSet/db in default is declared as replaced, and Flux doesn't replace it: spec.volumeClaimTemplates[0].spec.resources.requests.storage "1Gi" → "2Gi"
        at   dev/StatefulSet/db in default  spec.volumeClaimTemplates[0].spec.resources.requests.storage
        note Kustomization "apps" fails until the object is deleted
        note when it is deleted: its claims and their data stay; with --cascade=orphan, its pods keep running, otherwise all of them stop at the same time
        note claims that are there keep their size and settings: let each of them grow by itself, kubectl edit -n default pvc/<template>-db-0
        fix  delete it when the change is merged: kubectl delete -n default statefulset.apps/db --cascade=orphan, which keeps its pods; or set the annotation 'kustomize.toolkit.fluxcd.io/force': 'enabled' on it
      "
    `);
    expect(planOf(result)).toMatchInlineSnapshot(`
      [
        "  ± StatefulSet/db in default is replaced: spec.volumeClaimTemplates[0].spec.resources.requests.storage "1Gi" → "2Gi" (apps): you delete it, and Flux creates it again: its claims and their data stay; with --cascade=orphan, its pods keep running, otherwise all of them stop at the same time",
      ]
    `);
  });

  it('loses its volumes if its policy deletes them', async () => {
    const taking = { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } };
    await merged(one(changed(set, taking)));
    const refused = await synth(repository, one(changed(changed(larger, forced), taking)));
    expect(textOf(refused)).toContain('its claims are deleted with their data');
  });

  it("isn't refused for fields that may change", async () => {
    const image = { spec: { template: { spec: { containers: [{ name: 'db', image: 'db:2' }] } }, replicas: 3 } };
    expect(await synth(repository, one(changed(set, image)))).toMatchObject({ written: true, codes: [] });
  });
});

describe('an object that Flux ignores', () => {
  it.each([
    ['ssa', 'IfNotPresent'],
    ['ssa', 'Ignore'],
    ['reconcile', 'disabled'],
  ])("isn't refused with %s: %s", async (mark, value) => {
    const marked = { metadata: { annotations: { [`kustomize.toolkit.fluxcd.io/${mark}`]: value } } };
    await merged(one(changed(set, marked)));
    expect((await synth(repository, one(changed(larger, marked)))).codes).toEqual([]);
  });

  it("isn't certainly refused while its Kustomization is suspended", async () => {
    await merged(one(set, { kustomization: { suspend: true } }));
    expect((await synth(repository, one(larger, { kustomization: { suspend: true } }))).codes).toEqual(['FX521']);
  });
});

it('is refused as well if its Kustomization has patches, which are applied before the comparison', async () => {
  const patchOf = (path: string) => ({
    patches: [{ target: { kind: 'StatefulSet' }, patch: `- { op: remove, path: ${path} }\n` }],
  });
  const taken = { kustomization: patchOf('/spec/template/spec/containers/0/image') };
  await merged(one(set, taken));
  const refused = await synth(repository, one(larger, taken));
  expect(refused).toMatchObject({ written: false, codes: ['FX520'] });
  expect(textOf(refused)).toContain('storage "1Gi" → "2Gi"');
  const without = { kustomization: patchOf('/spec/volumeClaimTemplates') };
  expect((await synth(repository, one(set, without))).codes).toEqual(['FX520']);
});

describe("a rule in the object's schema", () => {
  const gadget = (spec: JsonObject) => manifest('example.org/v1', 'Gadget', { spec }, true);
  const schema = (role: JsonObject) => ({
    type: 'object',
    properties: { spec: { type: 'object', properties: { role } } },
  });
  const crd = manifest(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      metadata: { name: 'gadgets.example.org' },
      spec: {
        group: 'example.org',
        scope: 'Namespaced',
        names: { kind: 'Gadget', plural: 'gadgets' },
        versions: ['v1', 'v2'].map((name) => ({
          name,
          served: true,
          storage: name === 'v1',
          schema: {
            openAPIV3Schema: schema({
              type: 'string',
              'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'role is immutable' }],
            }),
          },
        })),
      },
    },
    false,
  );
  const both = (spec: JsonObject, apiVersion = 'example.org/v1'): FluxApp => {
    const app = new FluxApp();
    const cluster = new FluxCluster(app, 'dev');
    const crds = defineAddon({
      name: 'crds',
      provides: ['example.org'],
      build: (scope) => void new ApiObject(scope, 'crd', crd as never),
    });
    const gadgets = defineAddon({
      name: 'gadgets',
      requires: ['example.org'],
      build: (scope) => void new ApiObject(scope, 'gadget', { ...gadget(spec), apiVersion } as never),
    });
    cluster.stage('crds', [crds()] as never);
    cluster.stage('gadgets', [gadgets()] as never);
    return app;
  };

  it("refuses the change, in its author's words", async () => {
    await merged(both({ role: 'a' }));
    expect(textOf(await synth(repository, both({ role: 'b' })))).toMatchInlineSnapshot(`
      "error FX520 update-refused: Gadget/x in update can't be updated: spec.role "a" → "b"
        at   dev/Gadget/x in update  spec.role
        note spec.role: its schema says: role is immutable
        note the API server refuses the change, so Kustomization "gadgets" fails and stays at the state that it has
        note with force, Flux deletes the object and creates it again: its controller may remove what it has made for the old one
        fix  revert the change, or give the object another name; or have Flux replace it: set the annotation 'kustomize.toolkit.fluxcd.io/force': 'enabled' on it, and declare it in the cluster's code: .replaced({ kind: 'Gadget', name: 'x', namespace: 'update' }, { reason: '…' })
      "
    `);
    expect(await synth(repository, both({}))).toMatchObject({ written: true, codes: [] });
  });

  it('is a warning if the change also switches to another version', async () => {
    await merged(both({ role: 'a' }));
    const moved = await synth(repository, both({ role: 'b' }, 'example.org/v2'));
    expect(textOf(moved)).toContain('note that depends on how example.org/v1 is converted to example.org/v2\n');
    expect(moved).toMatchObject({ written: true, codes: ['FX521'] });
    expect((await synth(repository, both({ role: 'a' }, 'example.org/v2'))).codes).toEqual([]);
  });
});

describe('a text in which Flux substitutes', () => {
  const claim = (storageClassName: string, size = '1Gi') =>
    manifest('v1', 'PersistentVolumeClaim', {
      metadata: { name: 'data', namespace: 'default' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: size } } },
    });
  const withVars = (object: JsonObject): FluxApp =>
    clusterOf(
      defineAddon({
        name: 'apps',
        infra: { vars: { TF_CLASS: clusterName() } },
        build: (scope) => void new ApiObject(scope, 'object', object as never),
      })({}),
    );

  it('is equal if its template is equal', async () => {
    await merged(withVars(claim('${TF_CLASS}')));
    expect(await synth(repository, withVars(claim('${TF_CLASS}', '2Gi')))).toMatchObject({ written: true, codes: [] });
    expect((await synth(repository, withVars(claim('${TF_CLASS}-b')))).codes).toEqual(['FX520']);
  });

  it("isn't certainly refused if only one side contains a var", async () => {
    await merged(withVars(claim('gp3')));
    const result = await synth(repository, withVars(claim('${TF_CLASS}')));
    expect(result.written).toBe(true);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "notice FX521 update-uncertain: the API server may refuse an update of PersistentVolumeClaim/data in default: spec.storageClassName "gp3" → "\${TF_CLASS}"
        at   dev/PersistentVolumeClaim/data in default  spec.storageClassName
        note that depends on the value of a var, which only the cluster has
        fix  compare with the cluster: kubectl get -n default persistentvolumeclaim/data -o yaml
      "
    `);
  });
});

describe('a var of the Kustomization itself', () => {
  it('changes what Flux applies although the text stays the same', () => {
    const owner = (SIZE: string): StateEntry => ({
      json: {
        ...manifest('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
          metadata: { name: 'apps', namespace: 'flux-system' },
          spec: { prune: true, postBuild: { substitute: { SIZE } } },
        }),
      },
      owner: ROOT,
      path: 'clusters/dev/apps.yaml',
    });
    const entry = {
      json: manifest('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage: '${SIZE}' } } } }),
      owner: 'flux-system/apps',
      path: 'addons/dev/apps/x.yaml',
    };
    const stateOf = (SIZE: string) => makeState([owner(SIZE), entry], () => true);
    const found = [...findRefusedUpdates(stateOf('2Gi'), stateOf('1Gi')).values()];
    expect(found.map(({ differences, isCertain }) => [isCertain, differences[0]?.from, differences[0]?.to])).toEqual([
      [true, '2Gi', '1Gi'],
    ]);
    expect([...findRefusedUpdates(stateOf('1Gi'), stateOf('2Gi'))]).toEqual([]);
  });
});

describe('a Secret', () => {
  const secret = (text: string, more: JsonObject = {}) =>
    manifest('v1', 'Secret', {
      metadata: { name: 'token', namespace: 'default' },
      immutable: true,
      stringData: { token: text },
      ...more,
    });

  it('is never printed', async () => {
    await merged(one(secret('hunter2')));
    const refused = await synth(repository, one(secret('correct horse')));
    expect(refused.codes).toEqual(['FX520']);
    expect(textOf(refused)).toContain("Secret/token in default can't be updated: data.token changes");
    expect(textOf(refused)).not.toMatch(/hunter2|correct horse|aHVudGVyMg|Y29ycmVjdCBob3JzZQ/);
    const forcing = await synth(repository, one(changed(secret('correct horse'), forced)));
    expect(planOf(forcing)).toEqual(['  ± Secret/token in default is replaced: data.token changes (apps)']);
  });

  it("isn't certainly refused if SOPS encrypts it", async () => {
    const encrypted = (text: string) => secret(`ENC[AES256_GCM,data:${text}]`, { sops: { mac: text } });
    const decrypts = { kustomization: { decryption: { provider: 'sops' as const } } };
    await merged(one(encrypted('YQ=='), decrypts));
    expect((await synth(repository, one(encrypted('Yg=='), decrypts))).codes).toEqual(['FX521']);
  });
});

describe('a claim that grows', () => {
  const claim = (size: string) =>
    manifest('v1', 'PersistentVolumeClaim', {
      metadata: { name: 'data', namespace: 'default' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: size } } },
    });
  const fast = (allowVolumeExpansion?: boolean) =>
    manifest('storage.k8s.io/v1', 'StorageClass', {
      metadata: { name: 'fast' },
      provisioner: 'example.org/fast',
      ...(allowVolumeExpansion === undefined ? {} : { allowVolumeExpansion }),
    });
  const of = (size: string, storageClassObject: JsonObject): FluxApp =>
    clusterOf(
      defineAddon({
        name: 'apps',
        build: (scope) => {
          new ApiObject(scope, 'claim', claim(size) as never);
          new ApiObject(scope, 'class', storageClassObject as never);
        },
      })({}),
    );

  it("is refused if its class doesn't allow it", async () => {
    await merged(of('1Gi', fast()));
    expect(textOf(await synth(repository, of('2Gi', fast())))).toContain(
      'fix  set allowVolumeExpansion: true on StorageClass "fast"; or',
    );
    expect((await synth(repository, of('2Gi', fast(true)))).codes).toEqual([]);
  });

  it('is refused if it shrinks', async () => {
    await merged(of('2Gi', fast(true)));
    const refused = await synth(repository, of('1Gi', fast(true)));
    expect(refused.codes).toEqual(['FX520']);
    expect(textOf(refused)).toContain('a volume never shrinks');
  });
});
