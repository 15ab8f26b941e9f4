import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf, type LooseDefinition } from '../../support/synthesize.js';
import { both, object } from '../rule-programs.js';

type Build = NonNullable<LooseDefinition['build']>;

const interval = '10m';
const SOURCE = 'source.toolkit.fluxcd.io/v1';
const retried = { strategy: { name: 'RetryOnFailure' } };
const ref = { tag: '1.0.0' };
const url = 'oci://example.org/web';
const sourceRef = { kind: 'GitRepository', name: 'team', namespace: 'blue' };
const external = ['blue', 'flux-system'].flatMap((namespace) => [
  { kind: 'GitRepository', name: 'team', namespace },
  { kind: 'OCIRepository', name: 'web', namespace },
]);

/** Objects of Flux that name an account, by kind. */
const readers: Readonly<Record<string, (serviceAccountName: string) => Build>> = {
  HelmRelease: (serviceAccountName) =>
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      interval,
      install: retried,
      upgrade: retried,
      chartRef: { kind: 'OCIRepository', name: 'web', namespace: 'blue' },
      serviceAccountName,
    }),
  Kustomization: (serviceAccountName) =>
    object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
      interval,
      retryInterval: '1m',
      path: './web',
      prune: true,
      sourceRef,
      serviceAccountName,
    }),
  OCIRepository: (serviceAccountName) =>
    object(SOURCE, 'OCIRepository', { interval, url, ref, serviceAccountName }, { name: 'private' }),
  ImageRepository: (serviceAccountName) =>
    object('image.toolkit.fluxcd.io/v1', 'ImageRepository', { interval, image: 'example.org/web', serviceAccountName }),
  Provider: (serviceAccountName) =>
    object('notification.toolkit.fluxcd.io/v1beta3', 'Provider', {
      type: 'azureeventhub',
      address: 'https://example.org',
      serviceAccountName,
    }),
  ResourceSet: (serviceAccountName) =>
    object('fluxcd.controlplane.io/v1', 'ResourceSet', { resources: [], serviceAccountName }),
};
const decrypting = (serviceAccountName: string): Build =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
    interval,
    retryInterval: '1m',
    path: './web',
    prune: true,
    sourceRef,
    decryption: { provider: 'sops', serviceAccountName },
  });

const account = (name: string, namespace = 'blue'): Build =>
  object('v1', 'ServiceAccount', undefined, { name, namespace });
const chart = helmChart({ url: 'oci://example.org/other', version: '1.0.0' });

/** What is found of accounts, where the namespace is there without the tree. */
const found = (build: Build, { options = {}, others = [] }: { options?: object; others?: readonly unknown[] } = {}) =>
  diagnosticsOf(
    { all: [addon('blue', { namespace: 'blue', build }), ...others] },
    { options: { external: ['fluxcd.controlplane.io', { kind: 'Namespace', name: 'blue' }, ...external], ...options } },
  ).filter(({ code, message }) => /^FX(307|630|631)$/.test(code) && message.includes('ServiceAccount'));
const codes = (...given: Parameters<typeof found>) => found(...given).map(({ code }) => code);

describe('an account that nothing makes', () => {
  it.each([...Object.entries(readers), ['decryption', decrypting] as const])('is noted: %s', (_, reader) => {
    expect(codes(reader('ghost'))).toEqual(['FX631']);
    expect(found(reader('ghost'))[0]?.severity).toBe('notice');
  });

  it.each(Object.entries(readers))('is not noted if somebody makes it: %s', (_, reader) => {
    expect(codes(both(account('ghost'), reader('ghost')))).toEqual([]);
    expect(codes(reader('default'))).toEqual([]);
    const listed = [...external, { kind: 'ServiceAccount', name: 'ghost', namespace: 'blue' }];
    expect(codes(reader('ghost'), { options: { external: listed } })).toEqual([]);
  });

  it('is noted with what Flux reports instead', () => {
    const notes = ['Kustomization', 'HelmRelease', 'Provider'].map((kind) => found(readers[kind]!('ghost'))[0]?.notes);
    const words = (request: string) => [
      `Flux doesn't report a missing account, but missing rights: User "system:serviceaccount:blue:ghost" cannot ${request}`,
    ];
    const used = expect.stringMatching(/^addon "blue" is used at /);
    expect(notes).toEqual([[...words('patch resource …'), used], [...words('list resource "secrets"'), used], [used]]);
  });

  it('is noted beside a chart, which brings accounts for its pods alone', () => {
    const release: Build = (scope) => {
      new HelmRelease(scope, 'other', { chart, name: 'other' } as never);
    };
    const others = [addon('other', { namespace: 'blue', charts: { other: chart }, build: release })];
    expect(codes(readers['Kustomization']!('ghost'), { others })).toEqual(['FX631']);
  });

  it('is not noted beside the folder of another repository, which may make it', () => {
    const folder: Build = (scope) => {
      new ApiObject(scope, 'tenants', {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'tenants', namespace: 'blue' },
        spec: { interval, retryInterval: '1m', path: './tenants', prune: true, sourceRef },
      });
    };
    expect(codes(both(readers['HelmRelease']!('ghost'), folder))).toEqual([]);
  });

  it('is an error if it is misspelt, or in a namespace that only this tree fills', () => {
    expect(codes(both(account('tenant'), readers['HelmRelease']!('tenatn')))).toEqual(['FX630']);
    const owned = addon(
      'own',
      { namespace: 'own', build: readers['HelmRelease']!('ghost') },
      { createNamespace: true },
    );
    const nothing: Build = (scope) => {
      new ConfigMap(scope, 'data', { data: {} });
    };
    expect(codes(nothing, { others: [owned] })).toEqual(['FX630']);
  });

  it('is not looked for where Flux brings its own', () => {
    const applied: Build = object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      {
        interval,
        retryInterval: '1m',
        path: './web',
        prune: true,
        sourceRef,
        serviceAccountName: 'kustomize-controller',
      },
      { namespace: 'flux-system' },
    );
    expect(codes(applied)).toEqual([]);
  });
});
