import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { printComparison } from '../../../src/changes/comparison/print-comparison.js';
import { FluxApp, type FluxAppOptions } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import type { KustomizationSettings } from '../../../src/constructs/kustomization-settings.js';
import type { RemovedObject } from '../../../src/declared/removal.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { Repository } from '../repository.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

interface Addon {
  readonly objects: readonly JsonObject[];
  readonly kustomization?: KustomizationSettings;
}
/** An app of plain objects; each cluster declares the same removals. */
const app = (
  clusters: Readonly<Record<string, Readonly<Record<string, Addon>>>>,
  removed: readonly (string | RemovedObject)[] = [],
  options: FluxAppOptions = {},
): FluxApp => {
  const flux = new FluxApp(options);
  for (const [name, addons] of Object.entries(clusters)) {
    const cluster = new FluxCluster(flux, name, { external: [{ kind: 'Namespace', name: 'apps' }] });
    const instances = Object.entries(addons).map(([addon, { objects, kustomization }]) =>
      defineAddon({
        name: addon,
        build(scope) {
          for (const [index, json] of objects.entries()) new ApiObject(scope, `o${index}`, json as never);
        },
      })(kustomization === undefined ? {} : { kustomization }),
    );
    if (instances.length > 0) cluster.stage('all', instances as never);
    for (const what of removed) cluster.removed(what, { reason: 'the test says so' });
  }
  return flux;
};

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  spec: JsonObject = {},
  namespace = 'apps',
): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  spec,
});
const terraform = (destroys: boolean) =>
  object('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', 'network', { destroyResourcesOnDeletion: destroys });
const database = (deletionPolicy: string) =>
  object('rds.aws.upbound.io/v1beta1', 'Instance', 'production', { forProvider: {}, deletionPolicy });
const web: JsonObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'apps' }, data: {} };
const only = (...objects: readonly JsonObject[]) => ({ dev: { infra: { objects: [web, ...objects] } } });

const merged = async (base: FluxApp): Promise<void> => {
  expect((await synth(repository, base)).written).toBe(true);
  repository.publish('the tree');
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

describe('the removal of an object that represents external resources', () => {
  it('is only noted if no CRD of the kind proves what it destroys', async () => {
    const kafka = object('platform.confluent.io/v1beta1', 'Kafka', 'events');
    await merged(app(only(kafka)));
    const removed = await synth(repository, app(only()));
    expect(removed.written).toBe(true);
    expect(textOf(removed)).toContain(
      'notice FX502 removal-not-declared: Kafka/events in apps is removed, and probably with it the broker that it runs',
    );
  });

  it('is refused until the code declares it, with the setting that keeps them', async () => {
    await merged(app(only(terraform(true), database('Delete'))));
    const refused = await synth(repository, app(only()));
    expect(refused.written).toBe(false);
    expect(textOf(refused)).toBe(
      `error FX502 removal-not-declared: Instance/production in apps is removed, and with it the external resource that it manages, with its data
  at   dev/Instance/production in apps
  fix  to keep it, set spec.managementPolicies without Delete (before Crossplane 2, spec.deletionPolicy: Orphan) in a change of its own, and remove the object when Flux has applied that; if that is intended, declare it in the cluster's code: .removed({ kind: 'Instance', name: 'production', namespace: 'apps' }, { reason: '…' })
error FX502 removal-not-declared: Terraform/network in apps is removed, and with it all that its Terraform state holds
  at   dev/Terraform/network in apps
  fix  to keep it, set spec.destroyResourcesOnDeletion: false in a change of its own, and remove the object when Flux has applied that; if that is intended, declare it in the cluster's code: .removed({ kind: 'Terraform', name: 'network', namespace: 'apps' }, { reason: '…' })
`,
    );
    const declared = [
      { kind: 'Instance', name: 'production' },
      { kind: 'Terraform', name: 'network' },
    ];
    expect(await synth(repository, app(only(), declared))).toMatchObject({ written: true, codes: [] });
  });

  it('must be declared with its group if the name matches kinds of two groups', async () => {
    const cluster = (apiVersion: string) => object(apiVersion, 'Cluster', 'main');
    const both = [cluster('postgresql.cnpg.io/v1'), cluster('cluster.x-k8s.io/v1beta1')];
    await merged(app(only(...both)));
    const refused = await synth(repository, app(only(), [{ kind: 'Cluster', name: 'main' }]));
    expect(refused).toMatchObject({ written: false, codes: ['FX502', 'FX502', 'FX503'] });
    expect(textOf(refused)).toContain(
      ".removed({ kind: 'Cluster', name: 'main', namespace: 'apps', group: 'postgresql.cnpg.io' }, { reason: '…' })",
    );
    expect(textOf(refused)).toContain(
      'the removal of "Cluster/main" could mean objects of 2 API groups, so it declares none of them: "cluster.x-k8s.io", "postgresql.cnpg.io"\n',
    );
    expect(textOf(refused)).toContain(
      "fix  name the group, with a line for each that is removed: group: 'cluster.x-k8s.io'\n",
    );
    const exact = ['postgresql.cnpg.io', 'cluster.x-k8s.io'].map((group) => ({ kind: 'Cluster', name: 'main', group }));
    expect(await synth(repository, app(only(), exact), { check: true })).toMatchObject({ codes: [] });
    // If only one of the two is removed, the declaration isn't ambiguous.
    const one = await synth(repository, app(only(both[0]!), [{ kind: 'Cluster', name: 'main' }]));
    expect(one).toMatchObject({ written: true, codes: [] });
  });

  it('must be declared with its namespace if the name matches objects in two namespaces', async () => {
    const main = (namespace: string) => object('postgresql.cnpg.io/v1', 'Cluster', 'main', {}, namespace);
    const both = [main('apps'), main('shop')];
    await merged(app(only(...both)));
    const refused = await synth(repository, app(only(), [{ kind: 'Cluster', name: 'main' }]));
    expect(refused).toMatchObject({ written: false, codes: ['FX502', 'FX502', 'FX503'] });
    expect(textOf(refused)).toContain(
      'the removal of "Cluster/main" could mean objects of 2 namespaces, so it declares none of them: "apps", "shop"\n',
    );
    expect(textOf(refused)).toContain(
      "fix  name the namespace, with a line for each that is removed: namespace: 'apps'\n",
    );
    const exact = ['apps', 'shop'].map((namespace) => ({ kind: 'Cluster', name: 'main', namespace }));
    expect(await synth(repository, app(only(), exact), { check: true })).toMatchObject({ codes: [] });
    const one = await synth(repository, app(only(both[0]!), [{ kind: 'Cluster', name: 'main' }]));
    expect(one).toMatchObject({ written: true, codes: [] });
  });

  it("isn't reported if Flux has already applied a policy that keeps them", async () => {
    await merged(app(only(terraform(true), database('Delete'))));
    // A policy that comes with the removal, in whatever commit of the branch, never reaches the cluster.
    repository.git('checkout', '--quiet', '-b', 'remove');
    expect((await synth(repository, app(only(terraform(false), database('Orphan'))))).written).toBe(true);
    repository.commit('the policies');
    expect((await synth(repository, app(only()))).codes).toEqual(['FX502', 'FX502']);
    repository.publish('the policies');
    expect(await synth(repository, app(only()))).toMatchObject({ written: true, codes: [] });
  });

  it('is reported with a change of owner, with its addon and with its cluster', async () => {
    const clusters = { dev: { web: { objects: [web] }, infra: { objects: [terraform(true)] } } };
    await merged(app({ ...clusters, old: { infra: { objects: [terraform(true)] } } }));
    const moved = await synth(
      repository,
      app({ dev: { web: { objects: [web, terraform(true)] } }, old: { infra: { objects: [terraform(true)] } } }),
    );
    expect(moved.codes).toContain('FX501');
    expect(textOf(moved)).toContain(
      'note deleting Terraform/network in apps also deletes all that its Terraform state holds\n',
    );

    repository.delete('k8s/clusters/old/infra.yaml');
    const gone = await synth(repository, app({ dev: { web: { objects: [web] } } }));
    expect(gone.codes).toEqual(['FX502', 'FX502']);
    expect(textOf(gone)).toContain(
      'note deletes Terraform/network in apps, and with it all that its Terraform state holds\n',
    );
    expect(textOf(gone)).toContain(
      'the app has no cluster "old" any more, and Flux would delete all that its Kustomization owns',
    );
    expect(textOf(gone).match(/note deletes Terraform\/network in apps/g)).toHaveLength(2);
  });

  it('is reported with the definition or namespace whose removal deletes it', async () => {
    const namespace: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'apps' } };
    await merged(app({ dev: { all: { objects: [namespace, terraform(true)] } } }));
    const gone = await synth(repository, app({ dev: { all: { objects: [web] } } }));
    expect(textOf(gone)).toContain(
      'Namespace/apps is removed, and with it all that is in the namespace: Terraform/network in apps\n',
    );
  });

  it("isn't reported if no owner prunes", async () => {
    const kustomization = { prune: false };
    const clusters = (...objects: readonly JsonObject[]) => ({ infra: { objects: [web, ...objects], kustomization } });
    await merged(app({ dev: clusters(terraform(true)), old: clusters(terraform(true)) }));
    expect(await synth(repository, app({ dev: clusters() }))).toMatchObject({ written: true, codes: [] });
  });

  it('includes the kinds that the app adds', async () => {
    const own = object('db.example.org/v1', 'Database', 'orders');
    const options = { protectedKinds: [{ group: 'db.example.org', kind: 'Database', loses: 'the database' }] };
    await merged(app(only(own), [], options));
    const refused = await synth(repository, app(only(), [], options));
    expect(textOf(refused)).toContain(
      'error FX502 removal-not-declared: Database/orders in apps is removed, and with it the database\n',
    );
    // Of a cluster that is gone too.
    repository.delete('k8s/clusters/dev/infra.yaml');
    expect(textOf(await synth(repository, app({}, [], options)))).toContain(
      'note deletes Database/orders in apps, and with it the database\n',
    );
    repository.git('checkout', '--quiet', '.');
    expect((await synth(repository, app(only()))).codes).toEqual([]);
  });
});

it('rejects an invalid list of kinds', () => {
  for (const protectedKinds of ['Database', [{ kind: 'Database' }], [{ group: 'a', kinds: ['b'] }], [{ group: '*' }]]) {
    const { problems } = new FluxApp({ protectedKinds } as never);
    expect(problems.map(({ code }) => code)).toEqual(['FX209']);
  }
});

describe('a removal under a Kustomization that stays suspended', () => {
  const suspended = (...objects: readonly JsonObject[]) => ({
    dev: { infra: { objects: [web, ...objects], kustomization: { suspend: true } } },
  });

  it('is refused, because Flux deletes the object when the Kustomization is resumed', async () => {
    await merged(app(suspended(database('Delete'))));
    const { diagnostics, written, clusters } = await synth(repository, app(suspended()));
    expect(written).toBe(false);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'Instance/production in apps is removed when Kustomization "infra" is resumed, and with it the external resource that it manages, with its data',
    ]);
    expect(printComparison(clusters, new Map())).toContain(
      '- Instance/production in apps is deleted when its Kustomization is resumed (infra)',
    );
  });
});

describe('an object that a patch of the Kustomization renames', () => {
  it('is refused, because Flux deletes the object with the old name', async () => {
    const objects = [web, database('Delete')];
    const patch = '- op: replace\n  path: /metadata/name\n  value: other\n';
    const kustomization = { patches: [{ target: { kind: 'Instance' }, patch }] };
    await merged(app({ dev: { infra: { objects } } }));
    const { codes, written } = await synth(repository, app({ dev: { infra: { objects, kustomization } } }));
    expect(written).toBe(false);
    expect(codes).toEqual(['FX502']);
  });
});

describe('the removal of a claim or StatefulSet', () => {
  const claim = object('v1', 'PersistentVolumeClaim', 'files', {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  });
  const set = object('apps/v1', 'StatefulSet', 'db', {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { containers: [{ name: 'db', image: 'registry.example.org/db:1' }] },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  });

  it('shows how to keep it, and whether its claims stay', async () => {
    await merged(app(only(claim, set)));
    expect(textOf(await synth(repository, app(only())))).toMatchInlineSnapshot(`
      "error FX502 removal-not-declared: PersistentVolumeClaim/files in apps is removed, and with it its volume and the data on it
        at   dev/PersistentVolumeClaim/files in apps
        fix  to keep it, set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it in a change of its own, and remove the object when Flux has applied that; if that is intended, declare it in the cluster's code: .removed({ kind: 'PersistentVolumeClaim', name: 'files', namespace: 'apps' }, { reason: '…' })
      error FX502 removal-not-declared: StatefulSet/db in apps is removed, and with it its pods
        at   dev/StatefulSet/db in apps
        note its claims and the data in them stay in the namespace
        fix  to keep it, set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it in a change of its own, and remove the object when Flux has applied that; if that is intended, declare it in the cluster's code: .removed({ kind: 'StatefulSet', name: 'db', namespace: 'apps' }, { reason: '…' })
      "
    `);
  });

  it("shows in the plan what it destroys, even once it's declared", async () => {
    await merged(app(only(claim, set)));
    const { clusters, written } = await synth(
      repository,
      app(only(), [
        { kind: 'PersistentVolumeClaim', name: 'files' },
        { kind: 'StatefulSet', name: 'db' },
      ]),
    );
    expect(written).toBe(true);
    expect(printComparison(clusters, new Map()).split('\n').slice(1, -1)).toEqual([
      '  - PersistentVolumeClaim/files in apps (infra): its volume and the data on it',
      '  - StatefulSet/db in apps (infra): its pods',
    ]);
  });
});
