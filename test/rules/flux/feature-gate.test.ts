import { ApiObject } from 'cdk8s';
import { HelmRelease, helmChart, ociSource } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../../support/synthesize.js';

const external = ['default', 'flux-system'].map((namespace) => ({ kind: 'ServiceAccount', name: 'reader', namespace }));
const flux = { version: '2.9' } as const;
const on = { ...flux, featureGates: { ObjectLevelWorkloadIdentity: true } } as const;
const source = (provider: string) =>
  ociSource({ url: 'oci://example.org/apps', ref: { tag: '1.0.0' }, provider, serviceAccountName: 'reader' } as never);
const chart = (provider: string) =>
  helmChart({ url: 'oci://example.org/web', version: '1.0.0', provider, serviceAccountName: 'reader' } as never);

const found = (instance: unknown, options: object) =>
  diagnosticsOf({ all: [instance] }, { options: { external, ...options } })
    .filter(({ severity, code }) => severity === 'error' || code === 'FX664')
    .map(({ code, severity }) => [code, severity]);
const object = (kind: string, spec: object) =>
  addon('web', {
    build: (scope) => {
      new ApiObject(scope, 'object', {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind,
        metadata: { name: 'web' },
        spec: { interval: '1h', ...spec },
      });
    },
  });
const git = { url: 'https://example.org/web', ref: { branch: 'main' }, serviceAccountName: 'reader' };

describe('the ServiceAccount of a source', () => {
  it.each([
    ['an addon', (provider: string) => addon('apps', { source: source(provider), path: '.' })],
    [
      'a chart',
      (provider: string) =>
        addon('web', {
          charts: { web: chart(provider) },
          build: (scope, { charts }) => {
            new HelmRelease(scope, 'web', { chart: charts['web'] as never });
          },
        }),
    ],
    [
      'nothing else',
      (provider: string) =>
        object('OCIRepository', {
          url: 'oci://example.org/web',
          ref: { tag: '1' },
          provider,
          serviceAccountName: 'reader',
        }),
    ],
  ] as const)('needs the gate for the identity of a cloud: the source of %s', (_, make) => {
    for (const provider of ['aws', 'azure', 'gcp']) {
      expect(found(make(provider), { flux })).toEqual([['FX664', 'error']]);
      expect(found(make(provider), { flux: on })).toEqual([]);
      expect(found(make(provider), {})).toEqual([['FX664', 'notice']]);
    }
    // It names image pull secrets.
    expect(found(make('generic'), { flux })).toEqual([]);
  });

  it('needs a provider in a GitRepository', () => {
    expect(found(object('GitRepository', git), { flux })).toEqual([['FX316', 'error']]);
    expect(found(object('GitRepository', { ...git, provider: 'azure' }), { flux })).toEqual([['FX664', 'error']]);
    expect(found(object('GitRepository', { ...git, provider: 'aws' }), { flux: on })).toEqual([]);
  });
});
