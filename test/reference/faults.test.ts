import type { AnyFluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { dev, prod } from '../../src/platform/app.js';
import { identityOf, type KubeObject } from './kube-object.js';
import { type Schema, unknownValues } from './unknown-values.js';

/*
 * What was wrong with the hand-written tree. Each test finds one of its faults wherever in the tree it would come back.
 */

interface FluxKustomization extends KubeObject {
  readonly spec: {
    readonly path: string;
    readonly sourceRef: { readonly name: string };
    readonly wait?: boolean;
    readonly healthChecks?: unknown;
    readonly retryInterval?: string;
    readonly dependsOn?: readonly { readonly name: string }[];
    readonly postBuild?: { readonly substituteFrom?: readonly { readonly kind: string; readonly name: string }[] };
  };
}

interface Release extends KubeObject {
  readonly spec: {
    readonly releaseName: string;
    readonly install: { readonly strategy: { readonly name: string } };
    readonly upgrade: { readonly strategy: { readonly name: string } };
    readonly values?: object;
    readonly valuesFrom?: readonly { readonly kind: string; readonly name: string; readonly valuesKey: string }[];
  };
}

const clusterScoped =
  /^(Cluster.*|.*Class|Namespace|NodePool|PersistentVolume|CustomResourceDefinition|.*WebhookConfiguration)$/;

/** What the cluster's addons pin, by the name of the release. */
const chartsOf = (cluster: AnyFluxCluster) =>
  new Map(
    cluster.stages.flatMap(({ addons }) => addons).flatMap(({ definition }) => Object.entries(definition.charts ?? {})),
  );

const facts = (cluster: AnyFluxCluster) => {
  const { files, contract } = synthCluster(cluster);
  const documents = (path: string): KubeObject[] =>
    parseAllDocuments(files[path]!, { version: '1.1' }).map((document) => document.toJS() as KubeObject);
  const kustomizations: FluxKustomization[] = [];
  /** By the name of the Kustomization. */
  const folders = new Map<string, KubeObject[]>();
  const entries = `clusters/${cluster.name}/`;
  for (const path of Object.keys(files)) {
    if (!path.startsWith(entries) || !path.endsWith('.yaml')) continue;
    kustomizations.push(...documents(path).filter((one): one is FluxKustomization => one.kind === 'Kustomization'));
  }
  for (const { metadata, spec } of kustomizations) {
    if (spec.sourceRef.name !== 'flux-system') continue;
    const folder = spec.path.replace(/^\.\/k8s\//, '');
    // As Flux reads it: the files that the kustomization file lists.
    const { resources } = parse(files[`${folder}/kustomization.yaml`]!) as { resources: string[] };
    folders.set(
      metadata.name,
      resources.flatMap((file) => documents(`${folder}/${file}`)),
    );
  }
  const releases = [...folders.values()].flat().filter((one): one is Release => one.kind === 'HelmRelease');
  const waitsFor = (name: string): ReadonlySet<string> => {
    const all = new Set<string>();
    const visit = (at: string): void => {
      for (const { name: next } of kustomizations.find(({ metadata }) => metadata.name === at)?.spec.dependsOn ?? []) {
        if (!all.has(next)) visit(next);
        all.add(next);
      }
    };
    visit(name);
    return all;
  };
  const ownerOf = (kind: string): string[] =>
    [...folders].filter(([, objects]) => objects.some((object) => object.kind === kind)).map(([owner]) => owner);
  return { files, contract, kustomizations, folders, releases, waitsFor, ownerOf };
};

describe.each([dev, prod])('cluster $name', (cluster) => {
  const { files, contract, kustomizations, folders, releases, waitsFor, ownerOf } = facts(cluster);

  test('1: all that Terraform writes has a reader', () => {
    expect(contract.configMaps.filter(({ readBy }) => readBy.length === 0)).toEqual([]);
    expect(Object.entries(contract.vars).filter(([, { readBy }]) => readBy.length === 0)).toEqual([]);
    expect(Object.entries(contract.values).filter(([, { readBy }]) => readBy.length === 0)).toEqual([]);
    for (const { properties, readBy } of Object.values(contract.secrets)) {
      const unread = Object.entries(properties).filter(([, property]) => property.readBy.length + readBy.length === 0);
      expect(unread).toEqual([]);
    }
  });

  test('2: no object has two owners, and no folder lies in another one', () => {
    const owners = new Map<string, string[]>();
    for (const [owner, objects] of folders) {
      for (const object of objects) owners.set(identityOf(object), [...(owners.get(identityOf(object)) ?? []), owner]);
    }
    expect([...owners].filter(([, all]) => all.length > 1)).toEqual([]);
    const paths = kustomizations
      .filter(({ spec }) => spec.sourceRef.name === 'flux-system')
      .map(({ spec }) => `${spec.path}/`);
    expect(paths.filter((path) => paths.some((other) => other !== path && path.startsWith(other)))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    // Without a kustomization file Flux takes all that is below.
    expect(paths.filter((path) => files[`${path.replace('./k8s/', '')}kustomization.yaml`] === undefined)).toEqual([]);
  });

  test('3: every Kustomization is ready when what it applied is', () => {
    expect(kustomizations.length).toBe(cluster.stages.flatMap(({ addons }) => addons).length);
    for (const { metadata, spec } of kustomizations) {
      expect({ name: metadata.name, wait: spec.wait, healthChecks: spec.healthChecks }).toEqual({
        name: metadata.name,
        wait: true,
      });
    }
  });

  test('4: no class is applied beside the release of its operator', () => {
    const beside = [...folders].filter(
      ([, objects]) =>
        objects.some(({ kind }) => kind === 'HelmRelease') && objects.some(({ kind }) => kind.endsWith('Class')),
    );
    expect(beside.map(([owner]) => owner)).toEqual([]);
    expect(ownerOf('EC2NodeClass').map((owner) => waitsFor(owner).has('karpenter'))).toEqual([true]);
    expect(ownerOf('GatewayClass').map((owner) => waitsFor(owner).has('istio'))).toEqual([true]);
  });

  test('5: what the webhook of External Secrets admits waits for it', () => {
    for (const kind of ['ClusterSecretStore', 'ExternalSecret']) {
      expect(ownerOf(kind)).not.toEqual([]);
      for (const owner of ownerOf(kind))
        expect(`${owner}: ${[...waitsFor(owner)]}`).toMatch(/[ ,]external-secrets(,|$)/);
    }
    for (const owner of ownerOf('ExternalSecret')) expect(waitsFor(owner)).toContain('secrets-manager-store');
    expect(folders.get('external-secrets')?.map(({ kind }) => kind)).not.toContain('ClusterSecretStore');
  });

  test("6: Flux sees a change of a ConfigMap of Terraform's at once, and it changes in place", () => {
    expect(contract.configMaps).not.toEqual([]);
    for (const { labels } of contract.configMaps) expect(labels).toEqual({ 'reconcile.fluxcd.io/watch': 'Enabled' });
    const modules = Object.entries(files).filter(([path]) => path.endsWith('.tf'));
    expect(modules.filter(([, text]) => /immutable\s*=\s*true/.test(text)).map(([path]) => path)).toEqual([]);
  });

  test('7: the contract names every ConfigMap that must be there before Flux starts', () => {
    const read = new Set<string>();
    for (const { spec } of kustomizations) {
      for (const { kind, name } of spec.postBuild?.substituteFrom ?? []) read.add(`${kind} flux-system/${name}`);
    }
    for (const { metadata, spec } of releases) {
      for (const { kind, name } of spec.valuesFrom ?? []) read.add(`${kind} ${metadata.namespace}/${name}`);
    }
    const made = new Set([...folders.values()].flat().map(identityOf));
    const needed = [...read].filter((one) => !made.has(one)).sort();
    expect(needed).not.toEqual([]);
    expect(contract.configMaps.map(({ namespace, name }) => `ConfigMap ${namespace}/${name}`).sort()).toEqual(needed);
  });

  test('8: what failed is tried again soon', () => {
    for (const { spec } of kustomizations) expect(spec.retryInterval).toBe('1m');
    expect(releases.map(({ spec }) => spec.releaseName).sort()).toEqual([...chartsOf(cluster).keys()].sort());
    expect(releases).not.toEqual([]);
    for (const { spec } of releases) {
      expect([spec.install.strategy.name, spec.upgrade.strategy.name]).toEqual(['RetryOnFailure', 'RetryOnFailure']);
    }
  });

  test('9: what is cluster-scoped carries no namespace, and all else does', () => {
    for (const object of [...folders.values()].flat()) {
      expect([identityOf(object), object.metadata.namespace === undefined]).toEqual([
        identityOf(object),
        clusterScoped.test(object.kind),
      ]);
    }
  });

  test('10: every value that is given to a chart is one that it reads', () => {
    const charts = [...chartsOf(cluster)];
    const schemas = new Map(charts.map(([release, chart]) => [release, chart.valuesSchema?.() as Schema | undefined]));
    const checked: string[] = [];
    for (const { spec } of releases) {
      const schema = schemas.get(spec.releaseName);
      // The chart of Karpenter's CRDs takes no values.
      if (schema === undefined)
        expect([spec.releaseName, spec.values, spec.valuesFrom]).toEqual(['karpenter-crd', undefined, undefined]);
      else {
        checked.push(spec.releaseName);
        expect([spec.releaseName, ...unknownValues(schema, spec.values ?? {})]).toEqual([spec.releaseName]);
      }
    }
    const known = charts.map(([release]) => release).filter((release) => release !== 'karpenter-crd');
    expect(checked.sort()).toEqual(known.sort());
    const old = { redis: { enabled: true }, authentik: { postgresql: { database: 'authentik' } } };
    expect(unknownValues(schemas.get('authentik')!, old)).toEqual(['redis', 'authentik.postgresql.database']);
  });
});
