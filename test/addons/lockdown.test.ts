import { type AddonInstance, FluxApp, FluxCluster } from 'fluxspan';
import * as packageAddons from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { everyAddon, isOfTwoIssuers } from '../support/every-addon.js';

/** Every addon of the package, on a Flux with `--no-cross-namespace-refs`. */
const locked = (options: object = {}) => {
  const { stages } = everyAddon(new FluxApp());
  let cluster: unknown = new FluxCluster(new FluxApp(), 'dev', { flux: '2.9', lockdown: true, ...options });
  for (const { name, addons, dependsOn } of stages)
    cluster = (cluster as FluxCluster).stage(name as never, addons as never, { dependsOn } as never);
  return cluster as FluxCluster;
};

interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}
interface AnyObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly chartRef?: Reference;
    readonly sourceRef?: Reference;
    readonly chart?: { readonly spec: { readonly sourceRef: Reference } };
  };
}

describe('under lockdown, every addon of the package', () => {
  const cluster = locked();
  const { diagnostics, objects, contract } = synthCluster(cluster);
  const all = objects as unknown as readonly AnyObject[];

  it('is in the cluster', () => {
    const names = cluster.stages.flatMap(({ addons }) => addons.map((one: AddonInstance) => one.name));
    const own = Object.values(packageAddons).map(({ definition }) => definition.name as string);
    expect(names.sort()).toEqual(own.sort());
  });

  it('has nothing that Flux would refuse, and no circle', () => {
    expect(diagnostics.filter((one) => !isOfTwoIssuers(one))).toEqual([]);
  });

  it('reads sources of its own namespace alone, each of which is there', () => {
    const read = all.flatMap(({ kind, metadata, spec }) => {
      const reference = spec?.chartRef ?? spec?.chart?.spec.sourceRef ?? spec?.sourceRef;
      if (reference === undefined) return [];
      const namespace = reference.namespace ?? metadata.namespace;
      const isThere = all.some(
        (one) =>
          one.kind === reference.kind && one.metadata.name === reference.name && one.metadata.namespace === namespace,
      );
      const isOfTree = kind === 'Kustomization' && reference.name === 'flux-system';
      return [[`${kind}/${metadata.name}`, namespace === metadata.namespace, isThere || isOfTree]];
    });
    expect(read.filter(([, isNear, isThere]) => isNear !== true || isThere !== true)).toEqual([]);
    const charts = Object.values(packageAddons).flatMap(({ definition }) => Object.keys(definition.charts ?? {}));
    expect(read.filter(([title]) => String(title).startsWith('HelmRelease/'))).toHaveLength(charts.length);
  });

  it('has its source in a namespace that is there before', () => {
    const namespaces = new Map(contract.namespaces.map((one) => [one.name, one]));
    const sources = all.filter(({ kind }) => ['OCIRepository', 'HelmRepository'].includes(kind));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter(({ metadata }) => !namespaces.has(metadata.namespace ?? ''))).toEqual([]);
    expect(new Set(sources.map(({ metadata }) => metadata.namespace))).not.toContain('flux-system');
  });
});

it('the sources of charts move before lockdown, which then changes no file', () => {
  const moved = synthCluster(locked({ lockdown: false, chartSourceNamespace: 'release-namespace' }));
  expect(moved.diagnostics.filter((one) => !isOfTwoIssuers(one))).toEqual([]);
  expect(synthCluster(locked()).files).toEqual(moved.files);
});

describe('with defaultServiceAccount and releaseRole, every addon of the package', () => {
  const flux = { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default' };
  const { diagnostics, objects } = synthCluster(locked({ flux, lockdown: undefined, releaseRole: 'cluster-admin' }));
  const codesOf = (all: typeof diagnostics) => all.filter((one) => !isOfTwoIssuers(one)).map(({ code }) => code);
  const all = objects as unknown as readonly (AnyObject & {
    readonly spec?: { readonly serviceAccountName?: string };
    readonly roleRef?: { readonly name: string };
    readonly subjects?: readonly Reference[];
  })[];

  it('has no release without rights', () => {
    const without = codesOf(synthCluster(locked({ flux, lockdown: undefined })).diagnostics);
    expect(without).toContain('FX328');
    expect(codesOf(diagnostics)).toEqual(without.filter((code) => code !== 'FX328'));
    // The sources of CRDs are the platform's own choice.
    expect(codesOf(diagnostics)).not.toContain('FX805');
  });

  it('has an account for each release, which is bound and outlives it', () => {
    const kept = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
    const releases = all.filter(({ kind }) => kind === 'HelmRelease');
    expect(releases.length).toBeGreaterThan(0);
    for (const { metadata, spec } of releases) {
      const { namespace } = metadata;
      const name = spec?.serviceAccountName;
      expect(all).toContainEqual(
        expect.objectContaining({
          kind: 'ServiceAccount',
          metadata: expect.objectContaining({ name, namespace, annotations: kept }),
        }),
      );
      const binding = all.find((one) => one.kind === 'ClusterRoleBinding' && one.metadata.name === name);
      expect(binding).toMatchObject({ roleRef: { name: 'cluster-admin' }, metadata: { annotations: kept } });
      expect(binding?.subjects).toContainEqual({ kind: 'ServiceAccount', name, namespace });
    }
  });
});
