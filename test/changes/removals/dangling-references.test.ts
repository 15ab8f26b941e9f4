import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import type { FluxClusterOptions } from '../../../src/cluster/cluster-options.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import type { External } from '../../../src/declared/external.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { Repository } from '../repository.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

type Addons = Readonly<Record<string, readonly JsonObject[]>>;
const app = (addons: Addons, { external = [] }: Pick<FluxClusterOptions<External>, 'external'> = {}): FluxApp => {
  const flux = new FluxApp();
  const cluster = new FluxCluster(flux, 'dev', { external: [{ kind: 'Namespace', name: 'apps' }, ...external] });
  const instances = Object.entries(addons).map(([name, objects]) =>
    defineAddon({
      name,
      build(scope) {
        for (const [index, json] of objects.entries()) new ApiObject(scope, `o${index}`, json as never);
      },
    })({}),
  );
  cluster.stage('all', instances as never);
  return flux;
};
const plain = (kind: string, name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'apps', ...more },
});
const pod = (spec: JsonObject): JsonObject => ({
  ...plain('Pod', 'web'),
  spec: { containers: [{ name: 'web', image: 'registry.example.org/web:1', ...spec }] },
});
const reads = (more: JsonObject = {}): JsonObject => pod({ envFrom: [{ configMapRef: { name: 'old', ...more } }] });
const kept = plain('ConfigMap', 'kept');
const old = plain('ConfigMap', 'old');

const change = async (from: FluxApp, to: FluxApp): Promise<Synthesized> => {
  expect((await synth(repository, from)).written).toBe(true);
  repository.publish('the tree');
  return synth(repository, to);
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

describe('a deleted object that another one still names', () => {
  it('is refused, with both objects and the field', async () => {
    const renamed = plain('ConfigMap', 'new');
    const result = await change(
      app({ settings: [kept, old], web: [reads()] }),
      app({ settings: [kept, renamed], web: [reads()] }),
    );
    expect(result.written).toBe(false);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX523 dangling-reference: ConfigMap/old in apps is removed, and Pod/web in apps still names it: spec.containers[0].envFrom[0].configMapRef
        at   dev/web/Pod/web  spec.containers[0].envFrom[0].configMapRef
        note Kustomization "settings" deletes it with this change
        fix  keep ConfigMap/old in apps, or change the reference; if something that synth doesn't see makes it from now on, list it in the cluster's options: external: [{ kind: 'ConfigMap', name: 'old', namespace: 'apps' }]
      "
    `);
  });

  it.each([
    ['Secret', pod({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'old', key: 'a' } } }] })],
    ['ServiceAccount', { ...plain('Pod', 'web'), spec: { serviceAccountName: 'old', containers: [] } }],
    [
      'PersistentVolumeClaim',
      { ...plain('Pod', 'web'), spec: { volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'old' } }] } },
    ],
  ])('is refused for a %s', async (kind, reader) => {
    const result = await change(
      app({ settings: [kept, plain(kind, 'old')], web: [reader] }),
      app({ settings: [kept], web: [reader] }),
    );
    expect(result.codes).toContain('FX523');
  });

  it('is reported once for each object that names it', async () => {
    const twice = pod({
      envFrom: [{ configMapRef: { name: 'old' } }, { configMapRef: { name: 'old' }, prefix: 'A_' }],
    });
    const result = await change(app({ settings: [kept, old], web: [twice] }), app({ settings: [kept], web: [twice] }));
    expect(result.codes).toEqual(['FX523']);
    expect(textOf(result)).toContain('note it names it at spec.containers[0].envFrom[1].configMapRef too');
  });
});

describe('a reference to a deleted object', () => {
  const from = () => app({ settings: [kept, old], web: [reads()] });

  it("isn't reported if it's optional", async () => {
    const optional = reads({ optional: true });
    const result = await change(
      app({ settings: [kept, old], web: [optional] }),
      app({ settings: [kept], web: [optional] }),
    );
    expect(result).toMatchObject({ written: true, codes: [] });
  });

  it("isn't reported if the cluster lists the object as external", async () => {
    const external = [{ kind: 'ConfigMap', name: 'old', namespace: 'apps' }];
    const result = await change(from(), app({ settings: [kept], web: [reads()] }, { external }));
    expect(result).toMatchObject({ written: true, codes: [] });
  });

  it("isn't reported if the object stays in the cluster", async () => {
    const stays = plain('ConfigMap', 'old', { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } });
    const result = await change(
      app({ settings: [kept, stays], web: [reads()] }),
      app({ settings: [kept], web: [reads()] }),
    );
    expect(result).toMatchObject({ written: true, codes: [] });
  });

  it("isn't reported if the object moves to another owner", async () => {
    const result = await change(from(), app({ settings: [kept], web: [reads(), old] }));
    expect(result.codes).toEqual(['FX501']);
  });

  it("isn't reported if an operator makes the Secret from now on", async () => {
    const reader = pod({ envFrom: [{ secretRef: { name: 'old' } }] });
    const made: JsonObject = {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      metadata: { name: 'old', namespace: 'apps' },
      spec: {
        secretStoreRef: { kind: 'ClusterSecretStore', name: 'aws' },
        data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
      },
    };
    const result = await change(
      app({ settings: [kept, plain('Secret', 'old')], web: [reader] }),
      app({ settings: [kept, made], web: [reader] }, { external: [{ kind: 'ClusterSecretStore', name: 'aws' }] }),
    );
    expect(result).toMatchObject({ written: true, codes: [] });
  });
});

describe('a Secret that an operator has made', () => {
  const stores = { external: [{ kind: 'ClusterSecretStore', name: 'aws' }] };
  const externalSecret = (target: JsonObject = {}, name = 'db', data = 'a'): JsonObject => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name, namespace: 'apps' },
    spec: {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'aws' },
      target,
      data: [{ secretKey: 'password', remoteRef: { key: data } }],
    },
  });
  const sealed = (metadata: JsonObject = {}): JsonObject => ({
    apiVersion: 'bitnami.com/v1alpha1',
    kind: 'SealedSecret',
    metadata: { name: 'db', namespace: 'apps' },
    spec: { encryptedData: { password: 'AgBy' }, template: { metadata } },
  });
  const reader = (more: JsonObject = {}): JsonObject =>
    pod({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key: 'password', ...more } } }] });
  const provides = ['external-secrets.io', 'bitnami.com', 'secrets.hashicorp.com'];
  const without = (before: JsonObject, next: readonly JsonObject[], reads = reader()) =>
    change(
      app({ secrets: [kept, before], web: [reads] }, { external: [...stores.external, ...provides] }),
      app({ secrets: [kept, ...next], web: [reads] }, { external: [...stores.external, ...provides] }),
    );

  it('is deleted with its ExternalSecret', async () => {
    const result = await without(externalSecret(), []);
    expect(result.codes).toContain('FX523');
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX523 dangling-reference: Secret/db in apps is removed with ExternalSecret/db in apps, for which its operator has made it, and Pod/web in apps still names it: spec.containers[0].env[0].valueFrom.secretKeyRef
        at   dev/web/Pod/web  spec.containers[0].env[0].valueFrom.secretKeyRef
        note Kustomization "secrets" deletes ExternalSecret/db in apps with this change
        fix  keep what makes Secret/db in apps, or change the reference; if something that synth doesn't see makes it from now on, list it in the cluster's options: external: [{ kind: 'Secret', name: 'db', namespace: 'apps' }]
      "
    `);
  });

  it.each([
    ['a target with another name', externalSecret(), externalSecret({ name: 'db-2' })],
    ['a target that loses its explicit name', externalSecret({ name: 'db' }, 'main'), externalSecret({}, 'main')],
    ['an ExternalSecret with another name', externalSecret(), externalSecret({}, 'db-2')],
    ['a removed SealedSecret', sealed(), kept],
  ])('is deleted because of %s', async (_, before, next) => {
    const result = await without(before, next === kept ? [] : [next]);
    expect(result.codes).toContain('FX523');
    expect(result.written).toBe(false);
  });

  it.each([
    ['it has no owner', externalSecret({ creationPolicy: 'Orphan' }), []],
    ['the operator only adds to it', externalSecret({ creationPolicy: 'Merge' }), []],
    [
      'its SealedSecret is not its owner',
      sealed({ annotations: { 'sealedsecrets.bitnami.com/skip-set-owner-references': 'true' } }),
      [],
    ],
    ['another ExternalSecret makes it', externalSecret(), [externalSecret({ name: 'db' }, 'main')]],
    ['a SealedSecret makes it', externalSecret(), [sealed()]],
    ['the addon makes it', externalSecret(), [plain('Secret', 'db')]],
    [
      'another operator makes it from now on',
      externalSecret(),
      [
        {
          apiVersion: 'secrets.hashicorp.com/v1beta1',
          kind: 'VaultStaticSecret',
          metadata: { name: 'web', namespace: 'apps' },
          spec: { mount: 'kv', path: 'db', type: 'kv-v2', destination: { name: 'db', create: true } },
        },
      ],
    ],
    [
      'a ClusterExternalSecret makes it from now on',
      externalSecret(),
      [
        {
          apiVersion: 'external-secrets.io/v1',
          kind: 'ClusterExternalSecret',
          metadata: { name: 'everywhere' },
          spec: {
            externalSecretName: 'db',
            namespaces: ['apps'],
            externalSecretSpec: externalSecret()['spec'] as JsonObject,
          },
        },
      ],
    ],
    ['the remote key changes', externalSecret(), [externalSecret({}, 'db', 'b')]],
    ['the target spells out its name', externalSecret(), [externalSecret({ name: 'db' })]],
  ])("isn't reported where %s", async (_, before, next) => {
    const result = await without(before, next);
    expect(result.codes).not.toContain('FX523');
  });

  it("isn't reported for an optional reference", async () => {
    expect((await without(externalSecret(), [], reader({ optional: true }))).codes).not.toContain('FX523');
  });

  it('is reported at the ResourceSet whose release still names it', async () => {
    const set: JsonObject = {
      apiVersion: 'fluxcd.controlplane.io/v1',
      kind: 'ResourceSet',
      metadata: { name: 'pods', namespace: 'apps' },
      spec: {
        inputs: [{ name: 'db' }],
        resources: [{ ...reader(), metadata: { name: 'web-<< inputs.name >>', namespace: 'apps' } }],
      },
    };
    const result = await without(externalSecret(), [], set);
    expect(result.codes).toContain('FX523');
    expect(textOf(result)).toContain('dev/web/ResourceSet/pods  spec.resources[0].spec.containers[0].env[0]');
  });
});
