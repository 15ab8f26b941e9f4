import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../../support/synthesize.js';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: object;
}

const interval = '10m';
const retried = { strategy: { name: 'RetryOnFailure' } };
const made = (apiVersion: string, kind: string, path: string, spec: object): Manifest => {
  const [namespace = '', name = ''] = path.split('/');
  return { apiVersion, kind, metadata: { name, namespace }, spec };
};
const release = (path: string, spec: object): Manifest =>
  made('helm.toolkit.fluxcd.io/v2', 'HelmRelease', path, { interval, install: retried, upgrade: retried, ...spec });
const kustomization = (path: string, spec: object = {}): Manifest =>
  made('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', path, {
    interval,
    retryInterval: '1m',
    path: `./${path}`,
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'team' },
    ...spec,
  });
const chartFrom = (namespace: string) => ({
  chart: {
    spec: { chart: 'shop', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'charts', namespace } },
  },
});
const generator = (namespace: string): Manifest =>
  made('source.extensions.fluxcd.io/v1beta1', 'ArtifactGenerator', 'blue/parts', {
    sources: [{ alias: 'team', kind: 'GitRepository', name: 'team', namespace }],
    artifacts: [{ name: 'part', copy: [{ from: '@team/**', to: '@artifact/' }] }],
  });
const external = ['blue', 'flux-system'].flatMap((namespace) => [
  { kind: 'GitRepository', name: 'team', namespace },
  { kind: 'HelmRepository', name: 'charts', namespace },
  { kind: 'OCIRepository', name: 'shared', namespace },
  { kind: 'Secret', name: 'remote', namespace },
]);

const found = (
  objects: readonly Manifest[],
  more: readonly object[] = [],
  settings: object = {},
  options: object = {},
) =>
  diagnosticsOf(
    {
      all: [
        addon(
          'blue',
          {
            namespace: 'blue',
            build: (scope) => {
              for (const [at, one] of objects.entries()) new ApiObject(scope, String(at), one);
            },
          },
          settings,
        ),
      ],
    },
    {
      options: {
        external: ['source.extensions.fluxcd.io', { kind: 'Namespace', name: 'blue' }, ...external, ...more],
        lockdown: true,
        ...options,
      },
    },
  ).filter(({ severity, code }) => severity === 'error' || code === 'FX613');

describe('what lockdown forbids', () => {
  it.each<readonly [string, Manifest, string]>([
    [
      'a HelmRepository, which no condition and no event says',
      release('blue/shop', chartFrom('flux-system')),
      'the release gets no condition and no event; only the log of helm-controller has: cross-namespace references are not allowed: cannot access HelmChart flux-system/blue-shop',
    ],
    [
      'a source that a release names itself',
      release('blue/shop', { chartRef: { kind: 'OCIRepository', name: 'shared', namespace: 'flux-system' } }),
      'Flux reports: cross-namespace references are not allowed: cannot access OCIRepository flux-system/shared',
    ],
    [
      'a source of a Kustomization',
      kustomization('blue/shop', { sourceRef: { kind: 'GitRepository', name: 'team', namespace: 'flux-system' } }),
      "Flux reports: can't access 'GitRepository/flux-system/team', cross-namespace references have been blocked",
    ],
    [
      'a source of an ArtifactGenerator',
      generator('flux-system'),
      'Flux reports: cross-namespace reference to source GitRepository/flux-system/team is not allowed',
    ],
  ])('%s', (_, object, note) => {
    const problems = found([object]);
    expect(problems.map(({ code }) => code)).toEqual(['FX613']);
    expect(problems[0]?.notes).toEqual([note, expect.stringMatching(/^addon "blue" is used at /)]);
    expect(found([object], [], {}, { lockdown: false })).toEqual([]);
  });

  it.each<readonly [string, readonly Manifest[]]>([
    ['a source of the same namespace', [release('blue/shop', chartFrom('blue')), generator('blue')]],
    [
      'a Kustomization that waits for one of another namespace',
      [
        kustomization('flux-system/platform'),
        kustomization('blue/shop', { dependsOn: [{ name: 'platform', namespace: 'flux-system' }] }),
      ],
    ],
    [
      'an expression on a dependency of another namespace',
      [
        kustomization('flux-system/platform'),
        kustomization('blue/shop', {
          dependsOn: [
            {
              name: 'platform',
              namespace: 'flux-system',
              readyExpr: 'dep.status.inventory.entries.size() > 5 && dep.spec.path == self.spec.path',
            },
          ],
        }),
      ],
    ],
    [
      'a release that waits for one of another namespace',
      [
        release('green/db', chartFrom('green')),
        release('blue/shop', { ...chartFrom('blue'), dependsOn: [{ name: 'db', namespace: 'green' }] }),
      ],
    ],
  ])('but not %s', (_, objects) => {
    const more = { kind: 'HelmRepository', name: 'charts', namespace: 'green' };
    expect(found(objects, [{ kind: 'Namespace', name: 'green' }, more])).toEqual([]);
  });

  it('nor what the Flux of another cluster reads', () => {
    const remote = { kustomization: { kubeConfig: { secretRef: { name: 'remote' } } } };
    expect(found([release('blue/shop', chartFrom('flux-system'))], [], remote)).toEqual([]);
  });
});

describe('a dependency of another namespace', () => {
  const waiting = (dependency: object) => found([kustomization('blue/shop', { dependsOn: [dependency] })]);

  it('has to be there', () => {
    expect(waiting({ name: 'platform', namespace: 'flux-system' }).map(({ code }) => code)).toEqual(['FX307']);
  });

  it('is looked for in the own namespace without one', () => {
    // The Kustomization of the addon itself is in flux-system.
    const problems = found([kustomization('blue/shop', { dependsOn: [{ name: 'blue' }] })]);
    expect(problems.map(({ code, fix }) => [code, fix])).toEqual([
      ['FX307', '"blue" is in namespace "flux-system": give the reference that namespace'],
    ]);
  });

  it('must not wait in turn', () => {
    const problems = found(
      [
        kustomization('green/platform', { dependsOn: [{ name: 'shop', namespace: 'blue' }] }),
        kustomization('blue/shop', { dependsOn: [{ name: 'platform', namespace: 'green' }] }),
      ],
      [
        { kind: 'Namespace', name: 'green' },
        { kind: 'GitRepository', name: 'team', namespace: 'green' },
      ],
    );
    expect(problems.map(({ code }) => code)).toEqual(['FX640']);
  });

  it('is called dep in an expression', () => {
    const problems = found([
      kustomization('flux-system/platform'),
      kustomization('blue/shop', {
        dependsOn: [{ name: 'platform', namespace: 'flux-system', readyExpr: 'platform.spec.path == self.spec.path' }],
      }),
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['FX649']);
  });
});
