import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, type Files, found, kustomization } from './repository.js';

const release = (values: string, name = 'web'): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: ${name}, namespace: web }
spec:
  chart: { spec: { chart: ${name}, sourceRef: { kind: HelmRepository, name: web, namespace: flux-system } } }
  values:
${values}`;
const secret = (name: string, keys = 'password: a'): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: web }\nstringData: { ${keys} }\n`;
const of = (...objects: readonly string[]): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps'),
  'apps/all.yaml': ['apiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n', ...objects].join('---\n'),
});
const messages = async (files: Files, code: RegExp): Promise<readonly string[]> =>
  (await auditOf(files)).findings.filter((one) => code.test(one.code)).map((one) => `${one.severity} ${one.message}`);

describe('keys of Secrets in values', () => {
  it.each([
    ['next to the name', '    redis: { secret: login, key: pasword }\n'],
    ['of an object whose field ends in Secret', '    dbPasswordSecret: { name: login, key: pasword }\n'],
    ['in secretKeys', '    auth: { existingSecret: login, secretKeys: { adminPasswordKey: pasword } }\n'],
  ])('are compared with the tree: %s', async (_, values) => {
    expect(await messages(of(secret('login'), release(values)), /FX632/)).toEqual([
      'warning HelmRelease/web needs the key "pasword" of Secret/login in namespace "web", which has no such key',
    ]);
    expect(await found(of(secret('login'), release(values.replace('pasword', 'password'))), /FX632/)).toEqual([]);
  });
});

describe('names of Secrets in values', () => {
  const values = (name: string) => `    auth: { existingSecret: ${name} }\n`;

  it('are a warning where nothing makes them, and nothing names one of almost that name', async () => {
    expect(await messages(of(secret('shop-login'), release(values('shop-logn'))), /FX630/)).toEqual([
      'warning HelmRelease/web names Secret/shop-logn in namespace "web", which nothing makes',
    ]);
    expect(await found(of(secret('shop-login'), release(values('shop-login'))), /FX630/)).toEqual([]);
  });

  it('are left alone where the other one is named, too', async () => {
    const other = release('    auth: { existingSecret: shop-login }\n', 'other');
    expect(await found(of(secret('shop-login'), release(values('shop-login-2')), other), /FX630/)).toEqual([]);
    expect(await found(of(secret('shop-login'), release(values('cache'))), /FX630/)).toEqual([]);
  });
});

it('leaves alone the Secret and the ConfigMap that a bucket claim makes', async () => {
  const claim = (name: string): string =>
    `apiVersion: objectbucket.io/v1alpha1\nkind: ObjectBucketClaim\nmetadata: { name: ${name}, namespace: web }\n`;
  const both = release('    secretKeyRef: { name: shop-logn, key: a }\n    configMapRef: { name: shop-logn }\n');
  const named = (name: string) => found(of(secret('shop-login'), claim(name), both), /FX63/);
  expect(await named('shop-logn')).toEqual([]);
  expect(await named('other')).toEqual(['warning FX630 apps/all.yaml:20']);
});

describe('names of what CloudNativePG makes', () => {
  const cluster = (name: string, more = ''): string =>
    `apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: { name: ${name}, namespace: web }\nspec: { instances: 1, storage: { size: 1Gi }${more} }\n`;
  const app = (name: string): string =>
    release(`    host: ${name}-rw.web.svc\n    passwordSecretRef: { name: ${name}-app, key: password }\n`);

  it('are a warning where the only Cluster has another name', async () => {
    expect(await messages(of(cluster('web-db'), app('web-pg')), /FX630/)).toEqual([
      'warning HelmRelease/web names Service/web-pg-rw in namespace "web", which nothing makes',
      'warning HelmRelease/web names Secret/web-pg-app in namespace "web", which nothing makes',
    ]);
    expect(await found(of(cluster('web-db'), app('web-db')), /FX63/)).toEqual([]);
  });

  it('are left alone where a pooler or another workload has them', async () => {
    const pooler = `apiVersion: postgresql.cnpg.io/v1
kind: Pooler
metadata: { name: web-pg-rw, namespace: web }
spec: { cluster: { name: web-db }, instances: 1, type: rw, pgbouncer: { poolMode: session } }
`;
    const host = (name: string): string => release(`    host: ${name}-rw\n`);
    expect(await found(of(cluster('web-db'), pooler, host('web-pg')), /FX630/)).toEqual([]);
    expect(
      await found(of(cluster('web-db'), host('web-pg'), host('web-db').replace('name: web,', 'name: b,')), /FX630/),
    ).toEqual([]);
  });

  it('have the keys of the operator', async () => {
    const key = (name: string) => release(`    passwordSecretRef: { name: web-db-app, key: ${name} }\n`);
    expect(await found(of(cluster('web-db'), key('pasword')), /FX632/)).toEqual(['warning FX632 apps/all.yaml:16']);
    expect(await found(of(cluster('web-db'), key('jdbc-uri')), /FX632/)).toEqual([]);
    const own = cluster('web-db', ', bootstrap: { initdb: { secret: { name: login } } }');
    expect(await found(of(own, key('pasword')), /FX632/)).toEqual([]);
  });
});

describe('ServiceAccounts that nothing makes', () => {
  const account = (name: string): string =>
    `apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: ${name}, namespace: web }\n`;
  const values = (name: string, create = 'false') => `    serviceAccount: { create: ${create}, name: ${name} }\n`;

  it('are a warning where a chart must not make them, and nothing runs as the only one there', async () => {
    expect(await messages(of(account('identity'), release(values('shop'))), /FX630/)).toEqual([
      'warning HelmRelease/web names ServiceAccount/shop in namespace "web", which nothing makes',
    ]);
    expect(await found(of(account('shop'), release(values('shop'))), /FX630/)).toEqual([]);
    expect(await found(of(account('identity'), release(values('shop', 'true'))), /FX630/)).toEqual([]);
    expect(
      await found(of(account('identity'), release(values('shop')), release(values('identity'), 'other')), /FX630/),
    ).toEqual([]);
  });

  it('may be those of Terraform', async () => {
    const tf = (name: string): Files => ({
      'infra/main.tf': `resource "kubernetes_service_account" "a" {
  metadata {
    name      = "${name}"
    namespace = "web"
  }
}
`,
    });
    expect(await found({ ...of(release(values('shop'))), ...tf('identity') }, /FX630/)).toEqual([
      'warning FX630 apps/all.yaml:11',
    ]);
    expect(await found({ ...of(release(values('shop'))), ...tf('shop') }, /FX630/)).toEqual([]);
  });

  it('are found where Flux impersonates them, in a cluster of which a part is not seen', async () => {
    const files = (name: string): Files => ({
      ...of(account('team')),
      'apps/kustomization.yaml': 'resources: [all.yaml, team.yaml, "https://example.org/more.yaml"]\n',
      'apps/team.yaml': kustomization('team', `  serviceAccountName: ${name}\n`)
        .replace('namespace: flux-system\nspec', 'namespace: web\nspec')
        .replace('name: flux-system }', 'name: flux-system, namespace: flux-system }'),
      'team/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: web }\n',
    });
    expect(await found(files('reconciler'), /FX630/)).toEqual(['warning FX630 apps/team.yaml:11']);
    expect(await found(files('team'), /FX630/)).toEqual([]);
  });
});

describe('the only Secret of a namespace that nothing makes', () => {
  const pod = (name: string, key: string): string => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers:
    - name: web
      image: web
      env: [{ name: A, valueFrom: { secretKeyRef: { name: ${name}, key: ${key} } } }]
`;
  const keys = 'cookie-salt: a';

  it('is a warning where the only one that nothing names has its keys', async () => {
    expect(await messages(of(secret('login', keys), pod('sessions', 'cookie-salt')), /FX630/)).toEqual([
      'warning Pod/web names Secret/sessions in namespace "web", which nothing makes',
    ]);
    const values = release('    a: 1\n').replace(
      '  values:\n',
      '  valuesFrom: [{ kind: Secret, name: sessions }]\n  values:\n',
    );
    expect(await found(of(secret('login', 'values.yaml: "b: 1"'), values), /FX630/)).toEqual([
      'warning FX630 apps/all.yaml:15',
    ]);
  });

  it('is left alone where others may be meant, or keys are common or others', async () => {
    const lost = pod('sessions', 'cookie-salt');
    const two = pod('more', 'cookie-salt').replace('name: web,', 'name: b,');
    expect(await found(of(secret('login', keys), lost, two), /FX630/)).toEqual([]);
    expect(await found(of(secret('login', keys), secret('cache', keys), lost), /FX630/)).toEqual([]);
    expect(await found(of(secret('login', 'cookie: a'), lost), /FX630/)).toEqual([]);
    expect(await found(of(secret('login', 'token: a'), pod('sessions', 'token')), /FX630/)).toEqual([]);
    expect(await found(of(secret('login', keys), pod('login', 'cookie-salt')), /FX630/)).toEqual([]);
  });
});

describe('a claim or Service of which nothing else can be meant', () => {
  const claim = (name: string): string =>
    `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: ${name}, namespace: web }\nspec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n`;
  const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers: [{ name: web, image: web }]
  volumes: [{ name: data, persistentVolumeClaim: { claimName: ${name} } }]
`;
  const service = (port: number): string =>
    `apiVersion: v1\nkind: Service\nmetadata: { name: shop, namespace: web }\nspec: { selector: { app: web }, ports: [{ port: ${port} }] }\n`;
  const ingress = (name: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: web }
spec: { defaultBackend: { service: { name: ${name}, port: { number: 80 } } } }
`;
  // Another repository may make it, so no rule is sure.
  const elsewhere: Files = {
    'clusters/prod/other.yaml': kustomization('other').replace('name: flux-system }', 'name: elsewhere }'),
    'clusters/prod/elsewhere.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: elsewhere, namespace: flux-system }
spec: { interval: 1m, url: https://github.com/acme/elsewhere }
`,
  };
  const said = (...objects: readonly string[]) => messages({ ...of(...objects), ...elsewhere }, /FX630/);

  it('is a warning', async () => {
    expect(await said(claim('data'), pod('library'))).toEqual([
      'warning Pod/web names PersistentVolumeClaim/library in namespace "web", which nothing makes',
    ]);
    expect(await said(service(80), ingress('front'))).toEqual([
      'warning Ingress/web names Service/front in namespace "web", which nothing makes',
    ]);
  });

  it('is left alone where a chart may make it, others may be meant, or the port is another one', async () => {
    expect(await said(claim('data'), pod('data'))).toEqual([]);
    expect(await said(claim('data'), claim('cache'), pod('library'))).toEqual([]);
    expect(await said(claim('data'), pod('library'), release('    a: 1\n'))).toEqual([]);
    expect(await said(service(8080), ingress('front'))).toEqual([]);
  });
});

it('finds the only Secret of a namespace that has the keys of a place, or its words', async () => {
  const values = (name: string) =>
    `    grafana: { admin: { existingSecret: ${name}, userKey: user, passwordKey: password } }\n`;
  const login = secret('login', 'user: a, password: b');
  expect(await messages(of(login, release(values('creds'))), /FX630/)).toEqual([
    'warning HelmRelease/web names Secret/creds in namespace "web", which nothing makes',
  ]);
  expect(await found(of(secret('login', 'user: a'), release(values('creds'))), /FX630/)).toEqual([]);
  expect(await found(of(secret('grafana-admin', 'a: b'), release(values('creds'))), /FX630/)).toEqual([
    'warning FX630 apps/all.yaml:16',
  ]);
  expect(await found(of(login, secret('cache'), release(values('creds'))), /FX630/)).toEqual([]);
});
