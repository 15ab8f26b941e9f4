import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod: Files = { ...bootstrapped('prod'), 'clusters/prod/apps.yaml': kustomization('apps') };

/** Another repository, which may make Kustomizations. */
const foreign: Files = {
  'clusters/prod/other.yaml': kustomization('other').replace('name: flux-system }', 'name: elsewhere }'),
  'clusters/prod/elsewhere.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: elsewhere, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/elsewhere }
`,
};

describe('dependsOn of a name that nothing makes', () => {
  const files = (name: string): Files => ({
    ...prod,
    ...foreign,
    'clusters/prod/infra.yaml': [kustomization('infrastructure'), kustomization('infrastructure-configs')].join(
      '---\n',
    ),
    'clusters/prod/apps.yaml': kustomization('apps', `  dependsOn: [{ name: ${name} }]\n`),
    'infrastructure/config.yaml': config('a', '{ a: b }'),
    'infrastructure-configs/config.yaml': config('b', '{ a: b }'),
    'apps/config.yaml': config('c', '{ a: b }'),
  });

  it('is a warning where one of the names begins so, and a notice else: another repository may make it', async () => {
    expect(await found(files('infra'), /FX307|FX630/)).toEqual(['warning FX630 clusters/prod/apps.yaml:11']);
    expect(await found(files('databases'), /FX307|FX630/)).toEqual(['notice FX307 clusters/prod/apps.yaml:11']);
    expect(await found(files('infrastructure'), /FX307|FX630/)).toEqual([]);
  });

  it('needs no advice on what else its Kustomization should wait for', async () => {
    const operator = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: eso, namespace: flux-system }
spec: { interval: 1h, url: https://charts.external-secrets.io }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: external-secrets, namespace: flux-system }
spec:
  interval: 1h
  chart: { spec: { chart: external-secrets, sourceRef: { kind: HelmRepository, name: eso } } }
`;
    const secret = `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: token, namespace: default }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  target: { name: token }
  data: [{ secretKey: a, remoteRef: { key: a } }]
`;
    const all = (name: string) => ({
      ...files(name),
      'infrastructure-configs/operator.yaml': operator,
      'apps/secret.yaml': secret,
    });
    expect(await found(all('infrastructure'), /FX608/)).toEqual(['notice FX608 apps/secret.yaml:1']);
    expect(await found(all('infra'), /FX608/)).toEqual([]);
  });

  it('is found of a HelmRelease, too', async () => {
    const release = (name: string, rest = '') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: default }
spec:
  interval: 1h
  chart: { spec: { chart: ${name}, sourceRef: { kind: HelmRepository, name: web, namespace: flux-system } } }
${rest}`;
    const releases = {
      ...prod,
      ...foreign,
      'apps/web.yaml': [release('postgresql'), release('web', '  dependsOn: [{ name: postgres }]\n')].join('---\n'),
    };
    expect(await found(releases, /FX630/)).toEqual(['warning FX630 apps/web.yaml:14']);
  });
});

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n';
const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: other, namespace: web }
spec:
  interval: 1h
  chart: { spec: { chart: other, sourceRef: { kind: HelmRepository, name: web, namespace: flux-system } } }
`;
const workload = (labels: string, account = 'default') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: web }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { ${labels} } }
    spec: { serviceAccountName: ${account}, containers: [{ name: shop, image: "shop:1" }] }
`;
const service = (name: string, selector: string) => `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: web }
spec: { selector: { ${selector} }, ports: [{ port: 80 }] }
`;
const of = (...objects: readonly string[]): Files => ({
  ...prod,
  ...foreign,
  'apps/all.yaml': [NAMESPACE, ...objects].join('---\n'),
});

describe('a name that only this tree can make', () => {
  const route = (name: string) => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: site, namespace: web }
spec: { rules: [{ backendRefs: [{ name: ${name}, port: 80 }] }] }
`;
  const objects = [workload('app: shopfront'), service('shopfront', 'app: shopfront')];

  it('is a warning for the Service of a route, unless a release is in its namespace', async () => {
    expect(await found(of(...objects, route('shop')), /FX63/)).toEqual(['warning FX630 apps/all.yaml:22']);
    expect(await found(of(...objects, route('shop'), RELEASE), /FX63/)).toEqual(['notice FX630 apps/all.yaml:22']);
    expect(await found(of(...objects, route('shopfront')), /FX63/)).toEqual([]);
  });

  it('is a warning for the account of pods that Terraform calls otherwise', async () => {
    const account = (name: string): Files => ({
      'infra/main.tf': `provider "kubernetes" {}
resource "kubernetes_service_account" "web" {
  metadata {
    name      = "${name}"
    namespace = "web"
  }
}
`,
    });
    const files = of(workload('app: shop', 'web-identity-sa'));
    expect(await found({ ...files, ...account('web-identity') }, /FX63/)).toEqual(['warning FX630 apps/all.yaml:12']);
    expect(await found({ ...files, ...account('web-identity-sa') }, /FX63/)).toEqual([]);
  });
});

describe('a Service of which one label is another one (FX692)', () => {
  const files = (key: string, ...more: readonly string[]) =>
    of(workload(`app: shop, ${key}: green`), service('shop', `app: shop, ${key}: blue`), ...more);

  it('is a warning where its workload is the only one with the other labels', async () => {
    expect(await found(files('color'), /FX692/)).toEqual(['warning FX692 apps/all.yaml:17']);
  });

  it('is a notice where another workload has them, a chart may make one, or a program changes the label', async () => {
    const other = workload('app: shop, color: red').replace('name: shop,', 'name: other,');
    expect(await found(files('color', other), /FX692/)).toEqual(['notice FX692 apps/all.yaml:17']);
    expect(await found(files('color', RELEASE), /FX692/)).toEqual(['notice FX692 apps/all.yaml:17']);
    expect(await found(files('role'), /FX692/)).toEqual(['notice FX692 apps/all.yaml:17']);
  });
});

it('gives no advice on a field of which the API server refuses a value', async () => {
  const codes = async (install: string) => {
    const strategies = `install: { ${install} }\n  upgrade: { strategy: { name: RetryOnFailure } }`;
    const { findings } = await auditOf(of(RELEASE.replace('interval: 1h', `interval: 1h\n  ${strategies}`)));
    return findings
      .filter(({ code, at }) => /FX315|FX614/.test(code) && at.object === 'HelmRelease/other')
      .map(({ code }) => code);
  };
  expect(await codes('strategy: { name: RetryOnFail }')).toEqual(['FX315']);
  expect(await codes('timeout: 5m')).toEqual(['FX614']);
});

describe('routes to another namespace', () => {
  const namespace = (name: string, labels = '{}') =>
    `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: ${labels} }\n`;
  const route = (spec: string) => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: site, namespace: site }
spec: { ${spec} }
`;
  const all = (...objects: readonly string[]): Files => ({
    ...prod,
    ...foreign,
    'apps/all.yaml': [...objects].join('---\n'),
  });

  it('need a grant where people write grants, also if a chart may make one (FX637)', async () => {
    const grant = (from: string, to = 'name: shop') => `apiVersion: gateway.networking.k8s.io/v1beta1
kind: ReferenceGrant
metadata: { name: shop, namespace: web }
spec:
  from: [{ group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: ${from} }]
  to: [{ group: "", kind: Service, ${to} }]
`;
    const backend = route('rules: [{ backendRefs: [{ name: shop, namespace: web, port: 80 }] }]');
    const files = (...grants: readonly string[]) =>
      all(NAMESPACE, namespace('site'), service('shop', 'app: shop'), RELEASE, backend, ...grants);
    expect(await found(files(grant('sites')), /FX637/)).toEqual(['warning FX637 apps/all.yaml:24']);
    expect(await found(files(grant('site', 'name: shops')), /FX637/)).toEqual(['warning FX637 apps/all.yaml:24']);
    expect(await found(files(grant('site')), /FX637/)).toEqual([]);
    expect(await found(files(), /FX637/)).toEqual([]);
  });

  it('need the labels that a listener selects (FX636)', async () => {
    const gateway = (selector: string) => `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: main, namespace: web }
spec:
  gatewayClassName: envoy
  listeners:
    - name: http
      port: 80
      protocol: HTTP
      allowedRoutes: { namespaces: { from: Selector, selector: ${selector} } }
`;
    const files = (selector: string, labels = '{}') =>
      all(
        NAMESPACE,
        namespace('site', labels),
        gateway(selector),
        route('parentRefs: [{ name: main, namespace: web }]'),
      );
    expect(await found(files('{ matchLabels: { routes: open } }'), /FX636/)).toEqual([
      'warning FX636 apps/all.yaml:23',
    ]);
    expect(await found(files('{ matchLabels: { routes: open } }', '{ routes: open }'), /FX636/)).toEqual([]);
    const byName = (name: string) => files(`{ matchLabels: { kubernetes.io/metadata.name: ${name} } }`);
    expect(await found(byName('site'), /FX636/)).toEqual([]);
    expect(await found(byName('shop'), /FX636/)).toHaveLength(1);
  });
});

describe('a Service of the name of its workload (FX692)', () => {
  const files = (selector: string, ...more: readonly string[]) =>
    of(workload('app: shopfront'), service('shop', selector), ...more);

  it('is a warning where one label is another one, also where a chart has pods in the namespace', async () => {
    expect(await found(files('app: web'), /FX692/)).toEqual(['warning FX692 apps/all.yaml:17']);
    expect(await found(files('k8s-app: shopfront', RELEASE), /FX692/)).toEqual(['warning FX692 apps/all.yaml:17']);
    expect(await found(files('app: shopfront'), /FX692/)).toEqual([]);
  });

  it('may select the pods of an operator by more labels', async () => {
    expect(await found(files('app: web, role: primary'), /FX692/)).toEqual([]);
  });
});
