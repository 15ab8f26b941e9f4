import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { addon, clusterOf } from '../support/synthesize.js';

const charts = { shop: helmChart({ url: 'oci://example.org/shop', version: '1.0.0' }) };
const release = (name: string, spec: object) =>
  addon(name, {
    namespace: 'apps',
    charts: { [name]: charts.shop },
    build: (scope: Construct, { charts }) => {
      new HelmRelease(scope, name, { chart: charts[name] as never, ...spec } as never);
    },
  });
const holds = (name: string, ...objects: readonly { kind: string; [field: string]: unknown }[]) =>
  addon(name, {
    namespace: 'apps',
    build: (scope: Construct) => {
      for (const [index, { kind, apiVersion = 'v1', metadata, ...rest }] of objects.entries()) {
        new ApiObject(scope, `o${index}`, { apiVersion, kind, metadata, ...rest } as never);
      }
    },
  });
const secret = { kind: 'Secret', metadata: { name: 'db' } };

const builtOf = (stages: Parameters<typeof clusterOf>[0]) => {
  const app = new FluxApp();
  return compileCluster(
    app,
    clusterOf(stages, { app, options: { externalNamespaces: ['apps'] } }),
    openCompileContext(app),
  ).built;
};
const waitsOf = (stages: Parameters<typeof clusterOf>[0], name = 'shop') =>
  builtOf(stages).addons.find((one) => one.name === name)!.dependsOn;
const waitsWith = (maker: ReturnType<typeof addon>, spec: object) =>
  waitsOf({ base: [maker], apps: [release('shop', spec)] });

describe('a release waits for the addon that has what it names', () => {
  it.each<[string, object, object]>([
    ['a Secret of its values', secret, { values: { auth: { existingSecret: 'db' } } }],
    [
      'one that is named in a reference',
      secret,
      { values: { env: [{ valueFrom: { secretKeyRef: { name: 'db', key: 'p' } } }] } },
    ],
    ['one of envFrom', secret, { values: { envFrom: [{ secretRef: { name: 'db' } }] } }],
    ['one of a list of names', secret, { values: { imagePullSecrets: ['db'] } }],
    ['one of a volume', secret, { values: { extraVolumes: [{ name: 'x', secret: { secretName: 'db' } }] } }],
    ['a ConfigMap', { ...secret, kind: 'ConfigMap' }, { values: { existingConfigmap: 'db' } }],
    ['a claim', { ...secret, kind: 'PersistentVolumeClaim' }, { values: { persistence: { existingClaim: 'db' } } }],
    ['a source of its values', secret, { valuesFrom: [{ kind: 'Secret', name: 'db' }] }],
  ])('%s', (_, made, spec) => {
    expect(waitsWith(holds('data', made as never), spec)).toEqual(['data']);
  });

  it('that an operator makes', () => {
    const sealed = { apiVersion: 'bitnami.com/v1alpha1', kind: 'SealedSecret', metadata: { name: 'db' } };
    const asked = {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      metadata: { name: 'x' },
      spec: { target: { name: 'db' } },
    };
    const spec = { values: { existingSecret: 'db' } };
    expect(waitsWith(holds('data', sealed), spec)).toEqual(['data']);
    expect(waitsWith(holds('data', asked), spec)).toEqual(['data']);
  });
});

describe('a release waits for nothing', () => {
  it.each<[string, object, object]>([
    ['where only the text is the same', secret, { values: { database: 'db', secretKey: 'db', secret: { key: 'db' } } }],
    ['where the object is of another kind', secret, { values: { existingConfigMap: 'db' } }],
    ['where its pods are in another namespace', secret, { values: { existingSecret: 'db' }, targetNamespace: 'web' }],
    [
      'where its pods are in another cluster',
      secret,
      { values: { existingSecret: 'db' }, kubeConfig: { secretRef: { name: 'c' } } },
    ],
    ['where Flux continues without it', secret, { valuesFrom: [{ kind: 'Secret', name: 'db', optional: true }] }],
  ])('%s', (_, made, spec) => {
    expect(waitsWith(holds('data', made as never), spec)).toEqual([]);
  });

  it('of its own stage or a later one, or that it has itself', () => {
    const spec = { values: { existingSecret: 'db' } };
    expect(waitsOf({ apps: [release('shop', spec), holds('data', secret)] })).toEqual([]);
    expect(waitsOf({ apps: [release('shop', spec)], last: [holds('data', secret)] })).toEqual([]);
  });

  it('where that would be a circle, directly or through another addon', () => {
    const web = { kind: 'ConfigMap', metadata: { name: 'reads' }, data: { who: 'web-tls' } };
    const shop = (dependsOn: readonly string[]) => ({
      addons: [
        addon('shop', {
          namespace: 'apps',
          charts: { shop: charts.shop },
          build: (scope: Construct, { charts }) => {
            new HelmRelease(scope, 'shop', {
              chart: charts['shop'] as never,
              values: { existingSecret: 'db' },
            } as never);
            new ApiObject(scope, 'tls', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web-tls' } });
          },
        }),
      ],
      dependsOn,
    });
    expect(waitsOf({ base: [holds('data', secret, web)], apps: shop([]) })).toEqual([]);
    expect(
      waitsOf({
        first: [holds('web', web)],
        base: { addons: [holds('data', secret)], dependsOn: ['web'] },
        apps: shop([]),
      }),
    ).toEqual([]);
    expect(waitsOf({ first: [holds('web', web)], base: [holds('data', secret)], apps: shop([]) })).toEqual(['data']);
  });

  it('that it starts without', () => {
    const shop = addon('shop', {
      namespace: 'apps',
      charts: { shop: charts.shop },
      requires: ['data'],
      startsWithout: ['data'],
      build: (scope: Construct, { charts }) => {
        new HelmRelease(scope, 'shop', { chart: charts['shop'] as never, values: { existingSecret: 'db' } } as never);
      },
    });
    expect(waitsOf({ base: [holds('data', secret)], apps: [shop] })).toEqual([]);
  });
});

it('is a reason of its own: no longer one that only a stage declares', () => {
  const built = builtOf({
    base: [holds('data', secret)],
    apps: { addons: [release('shop', { values: { existingSecret: 'db' } })], dependsOn: ['data'] },
  });
  expect(built.addons.find(({ name }) => name === 'shop')).toMatchObject({ dependsOn: ['data'], chosen: [] });
});
