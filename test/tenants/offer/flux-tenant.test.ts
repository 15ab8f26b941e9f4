import { ApiObject } from 'cdk8s';
import { FluxApp, FluxTenant, type FluxTenantOptions } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { Offer } from '../../../src/tenants/offer/offer.js';
import { offerOf, platformOf, publishedOf } from '../../support/offers.js';
import { addon, type LooseDefinition } from '../../support/synthesize.js';

const offer = offerOf();

type Manifest = { readonly apiVersion: string; readonly kind: string; readonly metadata: object };

const object = (apiVersion: string, kind: string, fields: object = {}, metadata: object = {}): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'web', ...metadata },
  ...fields,
});
const spec = (apiVersion: string, kind: string, fields: object, metadata: object = {}) =>
  object(apiVersion, kind, { spec: fields }, metadata);

/** The tenant's part of the cluster, with an addon that has these objects. */
const tenantWith = (
  objects: readonly Manifest[],
  { of = offer, ...definition }: LooseDefinition & { readonly of?: Offer } = {},
  options: FluxTenantOptions = {},
) => {
  const web = addon('web', {
    namespace: 'claims',
    build: (scope) => {
      for (const [index, one] of objects.entries()) new ApiObject(scope, `object-${index}`, one);
    },
    ...definition,
  });
  return synthCluster(new FluxTenant(new FluxApp(), 'dev', publishedOf(of), options).stage('apps', [web]));
};
const codesOf = (...given: Parameters<typeof tenantWith>) => tenantWith(...given).diagnostics.map(({ code }) => code);
const said = (...given: Parameters<typeof tenantWith>) =>
  tenantWith(...given)
    .diagnostics.map((one) => `${one.severity} ${one.code} ${one.message}`)
    .join('\n');

const deployment = (pod: object = {}, container: object = {}) =>
  spec('apps/v1', 'Deployment', {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example.org/web:1', ...container }], ...pod },
    },
  });
const claim = spec('v1', 'PersistentVolumeClaim', {
  storageClassName: 'fast',
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
});
const route = (parent: object) => spec('gateway.networking.k8s.io/v1', 'HTTPRoute', { parentRefs: [parent] });
const secretFrom = (name: string) =>
  spec('external-secrets.io/v1', 'ExternalSecret', {
    secretStoreRef: { kind: 'ClusterSecretStore', name },
    target: { name: 'web' },
    dataFrom: [{ extract: { key: 'web' } }],
  });

describe("a tenant's part of a cluster", () => {
  it('is a tree that its account applies, in its namespace alone', () => {
    const { files, diagnostics } = tenantWith(
      [
        deployment(),
        claim,
        route({ name: 'public', namespace: 'ingress' }),
        secretFrom('vault'),
        spec('example.org/v1', 'Widget', { size: 1 }),
        object('v1', 'ConfigMap', { data: { host: 'web.${TF_DOMAIN}' } }),
      ],
      {
        infra: {
          vars: {
            TF_DOMAIN: z
              .string()
              .regex(/^[a-z.]+$/)
              .meta({ examples: ['example.org'] }),
          },
        },
      },
    );
    expect(diagnostics.map(printDiagnostic)).toEqual([]);
    expect(files).toMatchSnapshot();
  });

  it('has what the code says over what a tenant has by default', () => {
    const { files } = tenantWith([claim], {}, { defaults: { kustomization: { wait: true, interval: '5m' } } });
    expect(files['clusters/dev/web.yaml']).toMatch(/interval: 5m[\s\S]*wait: true/);
    const kept = tenantWith([claim], { of: offerOf(platformOf({ keepClaims: false })) }).files;
    expect(kept['addons/dev/web/persistent-volume-claim.yaml']).not.toContain('prune');
  });

  it.each<[what: string, object: Manifest, says: RegExp]>([
    [
      'a cluster-scoped object',
      object('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [] }),
      /^error FX800 ClusterRole\/web would be applied as ServiceAccount claims\/reconciler, which may not patch clusterroles/m,
    ],
    [
      'another namespace',
      object('v1', 'ConfigMap', { data: {} }, { namespace: 'ingress' }),
      /^error FX800 ConfigMap\/web in ingress would be applied as ServiceAccount claims\/reconciler, which may not patch configmaps/m,
    ],
    [
      'a binding, which the account may not make',
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ kind: 'ServiceAccount', name: 'reconciler' }],
      }),
      /^error FX800 RoleBinding\/web in claims would be applied/m,
    ],
    [
      'a load balancer, by the quota',
      spec('v1', 'Service', { type: 'LoadBalancer', ports: [{ port: 80 }] }),
      /^error FX808 Service\/web in claims exceeds ResourceQuota\/tenant, which allows "0" of services.loadbalancers/m,
    ],
    [
      'what a policy of the platform denies',
      object('v1', 'ConfigMap', { data: {} }, { name: 'x-taken' }),
      /^error FX807 /m,
    ],
    [
      'a pod that no quota fits',
      deployment({}, { resources: { requests: { memory: '4Gi' } } }),
      /^error FX721 Deployment\/web: ResourceQuota\/tenant refuses its pods: one pod has more requests.memory than the "1Gi"/m,
    ],
    ['a pod against the Pod Security level', deployment({ hostNetwork: true }), /^error FX682 Deployment\/web/m],
    [
      'a version that the CRD lacks',
      spec('example.org/v2', 'Widget', { size: 1 }),
      /^error FX647 Widget\/web: the API server doesn't serve example.org\/v2 Widget; its CRD serves v1/m,
    ],
    [
      'a kind that the CRDs lack',
      spec('example.org/v1', 'Wigdet', { size: 1 }),
      /^error FX647 Wigdet\/web: the API server doesn't serve example.org\/v1 Wigdet/m,
    ],
    [
      'what the schema of the CRD refuses',
      spec('example.org/v1', 'Widget', { size: 'big' }),
      /^error FX315 the API server refuses Widget\/web: "spec.size" takes a whole number/m,
    ],
    [
      'a source of another namespace',
      spec(
        'kustomize.toolkit.fluxcd.io/v1',
        'Kustomization',
        {
          interval: '1h',
          retryInterval: '1m',
          prune: true,
          path: './',
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        },
        { name: 'nested' },
      ),
      /^error FX613 Kustomization\/nested in namespace "claims" refers to GitRepository\/flux-system in "flux-system"/m,
    ],
    [
      "a Gateway that isn't offered",
      route({ name: 'private', namespace: 'ingress' }),
      /^error FX832 HTTPRoute\/web names Gateway\/private in namespace "ingress", which the platform doesn't offer tenant "claims"/m,
    ],
    [
      "a store that isn't offered",
      secretFrom('valut'),
      /^error FX832 ExternalSecret\/web names ClusterSecretStore\/valut, which the platform doesn't offer tenant "claims"/m,
    ],
    [
      "a class that isn't known",
      { ...claim, spec: { ...(claim as never as { spec: object }).spec, storageClassName: 'slow' } } as never,
      /^notice FX832 PersistentVolumeClaim\/web names StorageClass\/slow/m,
    ],
  ])('refuses %s, once', (_, one, says) => {
    const text = said([one]);
    expect(text).toMatch(says);
    const wanted = /FX\d+/.exec(says.source)![0];
    expect(text.split('\n').filter((line) => line.startsWith('error ') && !line.includes(wanted))).toEqual([]);
  });

  it('FX834: refuses what is outside of the tenant, also where rights are not known', () => {
    const of = { ...offer, account: { ...offer.account, unknown: ['ClusterRole "team", which isn\'t known'] } };
    const text = said(
      [
        object('v1', 'Namespace', {}, { name: 'more' }),
        object('v1', 'ConfigMap', { data: {} }, { namespace: 'ingress' }),
      ],
      { of },
    );
    expect(text).toMatch(/^error FX834 Namespace\/more lives in no namespace: it would be for all of cluster "dev"$/m);
    expect(text).toMatch(/^error FX834 ConfigMap\/web is in namespace "ingress", and the tenant has "claims"$/m);
    expect(text).toMatch(/^notice FX800 /m);
    expect(codesOf([object('v1', 'Namespace', {}, { name: 'more' })], { of })).toContain('FX834');
  });

  it('reports the right that the platform would have to give, and no role of the platform to change', () => {
    const { diagnostics } = tenantWith([object('rbac.authorization.k8s.io/v1', 'Role', { rules: [] })]);
    expect(diagnostics.find(({ code }) => code === 'FX800')?.fix).toBe(
      "take it out, or ask the platform for { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['get', 'create', 'patch', 'delete'] }",
    );
  });

  it("may make Kustomizations only if the account may, as its entries are applied as the tenant's account too", () => {
    const of: Offer = {
      ...offer,
      account: { ...offer.account, roles: [{ role: 'ClusterRole/view', namespace: 'claims' }] },
    };
    expect(said([], { of })).toMatch(/^error FX800 Kustomization\/web in claims would be applied as ServiceAccount/m);
  });

  it.each<[what: string, infra: object, says: RegExp]>([
    ['that is not offered', { vars: { TF_DOMIAN: z.string() } }, /the var 'TF_DOMIAN'$/m],
    [
      'of another type',
      { vars: { TF_DOMAIN: z.int() } },
      /'TF_DOMAIN' of the platform is a string, and a whole number is/,
    ],
    [
      'with values that it does not take',
      { vars: { TF_REPLICAS: z.int().max(3) } },
      /from 1 to 5, and a whole number of at most 3/,
    ],
    [
      'with texts that it does not take',
      { vars: { TF_DOMAIN: z.enum(['a.b']) } },
      /is a string, and only a\.b is taken/,
    ],
    ['by another channel', { values: { web: z.object({ size: z.int() }) } }, /supplies no values for release "web"/],
  ])('FX833: refuses an input %s', (_, infra, says) => {
    const text = said([], { infra });
    expect(text).toMatch(says);
    expect(text).toContain('error FX833 ');
  });

  it('takes vars that may have fewer values than their reader takes', () => {
    expect(codesOf([], { infra: { vars: { TF_REPLICAS: z.number().min(0) } } })).not.toContain('FX833');
  });

  it("FX302: refuses an addon with the name of the platform's Kustomization", () => {
    const named = addon('claims', { namespace: 'claims' });
    const cluster = new FluxTenant(new FluxApp(), 'dev', publishedOf(offer)).stage('apps', [named]);
    expect(
      synthCluster(cluster).diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`),
    ).toEqual([expect.stringMatching(/^error FX302 .*Kustomization\/claims/)]);
  });

  it('FX831: refuses what is for another cluster', () => {
    const cluster = new FluxTenant(new FluxApp(), 'prod' as never, publishedOf(offer));
    expect(synthCluster(cluster).diagnostics.map(printDiagnostic)).toEqual([
      expect.stringContaining(
        'error FX831 other-offer: platform/claims.dev.json is for cluster "dev", and not for "prod"',
      ),
    ]);
  });

  it.each([null, 7, []])('FX209: refuses %j as options', (options) => {
    expect(codesOf([], {}, options as never)).toContain('FX209');
  });

  it('FX835: asks for a folder where the platform applies the whole repository', () => {
    const of = { ...offer, source: { ...offer.source, path: './' } };
    expect(codesOf([], { of })).toEqual(['FX835']);
  });

  it('refuses options of a cluster, which the platform decides, and anything but what was published', () => {
    expect(said([], {}, { lockdown: false } as never)).toContain('error FX209 a FluxTenant has no option "lockdown"');
    const cluster = new FluxTenant(new FluxApp(), 'dev', offer as never);
    expect(synthCluster(cluster).diagnostics.map(({ code }) => code)).toEqual(['FX209']);
  });

  it('places what is wrong in external where the tenant wrote it', () => {
    const found = (external: unknown) =>
      tenantWith([], {}, { external } as never).diagnostics.flatMap(({ code, message, at }) =>
        code === 'FX209' || code === 'FX201' ? [[code, message, at.path]] : [],
      );
    const claims = { kind: 'Namespace', name: 'claims' };
    expect(found([claims, 7])).toEqual([['FX209', 'external[1] is 7', 'external[1]']]);
    expect(found([claims, claims])).toEqual([['FX201', 'external has Namespace "claims" twice', 'external[1]']]);
    expect(found('example.org')).toEqual([['FX209', 'external is "example.org"', 'external']]);
  });

  it('says where the namespaces that are there go', () => {
    const { diagnostics } = tenantWith([], {}, { namespaces: ['claims'] } as never);
    expect(diagnostics.map(({ message, fix }) => [message, fix])).toEqual([
      ['a FluxTenant has no option "namespaces"', "list them in external: [{ kind: 'Namespace', name: 'web' }]"],
    ]);
  });
});
