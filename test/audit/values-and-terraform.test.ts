import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, kustomization } from './repository.js';

const ROOT = 'terraform {\n  backend "s3" {}\n}\n';
const secret = (namespace: string, keys: string, rest = ''): string => `resource "kubernetes_secret" "db" {
  metadata {
    name      = "db"
    namespace = "${namespace}"
${rest}  }
  data = {
${keys}
  }
}
`;
const release = (values: string): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: web, namespace: web }
spec: { interval: 1h, url: oci://ghcr.io/acme/web, ref: { tag: 1.0.0 } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: web }
spec:
  interval: 5m
  chartRef: { kind: OCIRepository, name: web }
  values: ${values}
`;
const repository = (object: string, terraform: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': kustomization('web'),
  'web/web.yaml': object,
  'infra/main.tf': `${ROOT}${terraform}`,
});
const said = async (files: Files): Promise<readonly string[]> =>
  (await auditOf(files)).findings
    .filter(({ code }) => /^FX(?:63\d|84[48-9])$/.test(code))
    .map(({ severity, code, message, fix }) => `${severity} ${code} ${message} | ${fix}`);

const env = (key: string) => `{ extraEnv: [{ name: A, valueFrom: { secretKeyRef: { name: db, key: ${key} } } }] }`;

describe('what the values of a release name', () => {
  it('has its keys from Terraform', async () => {
    const terraform = secret('web', '    user = "a"');
    expect(await said(repository(release(env('user')), terraform))).toEqual([]);
    expect(await said(repository(release(env('username')), terraform))).toEqual([
      'warning FX849 HelmRelease/web reads "username" of Secret "db" in namespace "web", and Terraform doesn\'t write it there | did you mean "user"?',
    ]);
    const optional = env('x').replace('key: x', 'key: x, optional: true');
    expect(await said(repository(release(optional), terraform))).toEqual([]);
  });

  it('is compared with the keys that only Terraform knows in part', async () => {
    const open = secret('web', '    user = "a"').replace(
      'data = {',
      'data = merge({ for k in var.x : "db_${k}" => k }, {',
    );
    const terraform = `variable "x" {}\n${open.replace(/ {2}\}\n\}\n$/, '  })\n}\n')}`;
    expect(await said(repository(release(env('db_a')), terraform))).toEqual([]);
    expect(await said(repository(release(env('password')), terraform))).toHaveLength(1);
  });

  it('is written into another namespace', async () => {
    expect(await said(repository(release(env('user')), secret('db', '    user = "a"')))).toEqual([
      'warning FX848 HelmRelease/web reads Secret "db" in namespace "web", and Terraform writes it into namespace "db", where nothing reads it | let Terraform write it into "web"',
    ]);
  });

  it('is made in another namespace, where nothing names it', async () => {
    const made = (namespace: string, rest = '') =>
      `${release('{ auth: { existingSecret: web-auth } }')}---
apiVersion: v1
kind: Secret
metadata: { name: web-auth, namespace: ${namespace}${rest} }
`;
    expect(await said(repository(made('apps'), ''))).toEqual([
      'warning FX630 HelmRelease/web names Secret/web-auth in namespace "web", which nothing makes | make it in namespace "web"',
    ]);
    expect(await said(repository(made('web'), ''))).toEqual([]);
    expect(await said(repository(made('apps', ', annotations: { replicator/to: web }'), ''))).toEqual([]);
  });

  it('is written by the same block of two roots, in one where nothing reads it', async () => {
    const files = (namespace: string) => ({
      ...repository(release(env('user')), secret('web', '    user = "a"')),
      'infra/main.tf': '',
      'infra/eu/main.tf': `${ROOT}${secret('web', '    user = "a"')}`,
      'infra/us/main.tf': `${ROOT}${secret(namespace, '    user = "a"')}`,
    });
    expect(await said(files('web'))).toEqual([]);
    expect(await said(files('shop'))).toEqual([
      'warning FX848 Terraform writes Secret "db" in namespace "shop", where nothing reads it, and in infra/eu into "web" | did you mean namespace "web"?',
    ]);
  });

  it('may be copied from there', async () => {
    const copied = '    annotations = { "reflector.v1.k8s.emberstack.com/reflection-allowed" = "true" }\n';
    expect(await said(repository(release(env('user')), secret('db', '    user = "a"', copied)))).toEqual([]);
  });

  it('has a key next to existingSecret, and none where the field may hold the value itself', async () => {
    const made = `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: db, namespace: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  data: [{ secretKey: username, remoteRef: { key: a } }]
`;
    const files = (values: string) => ({ ...repository(release(values), ''), 'web/secret.yaml': made });
    const lacks = (key: string) =>
      `warning FX632 HelmRelease/web needs the key "${key}" of Secret/db in namespace "web", which has no such key | there is "username"`;
    expect(await said(files('{ admin: { existingSecret: db, userKey: username } }'))).toEqual([]);
    expect(await said(files('{ admin: { existingSecret: db, userKey: admin } }'))).toEqual([lacks('admin')]);
    expect(await said(files('{ auth: { secretName: db, adminPasswordKey: pass } }'))).toEqual([lacks('pass')]);
    expect(await said(files('{ auth: { existingSecret: db, secretKey: abc, apiKey: abc } }'))).toEqual([]);
  });
});

describe('what a store reads to log in', () => {
  const store = (key: string): string => `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: main }
spec:
  provider:
    infisical:
      auth: { universalAuthCredentials: { clientId: { name: db, namespace: web, key: ${key} } } }
`;
  it('has its keys from Terraform, whatever the field is called', async () => {
    const terraform = secret('web', '    clientId = "a"');
    expect(await said(repository(store('clientId'), terraform))).toEqual([]);
    expect(await said(repository(store('client_id'), terraform))).toEqual([
      'error FX849 ClusterSecretStore/main reads "client_id" of Secret "db" in namespace "web", and Terraform doesn\'t write it there | did you mean "clientId"?',
    ]);
  });
});

describe('vars that nothing makes', () => {
  const map = (namespace: string, name = 'prod-vars') => `resource "kubernetes_config_map" "vars" {
  metadata {
    name      = "${name}"
    namespace = "${namespace}"
  }
  data = {
    HOST = aws_route53_zone.main.name
  }
}
`;
  const files = (from: string, terraform: string): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization('web', `  postBuild: { substituteFrom: [{ kind: ConfigMap, ${from} }] }\n`),
    'web/config.yaml': config('web', '{ a: "${HOST}" }'),
    'infra/main.tf': `${ROOT}${terraform}`,
  });
  const start = 'Kustomization "web" substitutes from ConfigMap/prod-vars in namespace "flux-system"';

  it('are in another namespace: Flux fails', async () => {
    expect(await said(files('name: prod-vars', map('flux-system')))).toEqual([]);
    expect(await said(files('name: prod-vars', map('infra')))).toEqual([
      `error FX848 ${start}, and Terraform writes it into namespace "infra", where nothing reads it | let Terraform write it into "flux-system"`,
    ]);
    expect(await said(files('name: prod-vars, optional: true', map('infra')))).toEqual([
      expect.stringContaining(`notice FX844 ${start}`),
    ]);
  });

  it('have a name with a shorter word, if its keys are those that are read', async () => {
    const name = 'prod-loadbalancer-vars';
    expect(await said(files(`name: ${name}`, map('flux-system', 'prod-lb-vars')))).toEqual([
      expect.stringContaining('warning FX848'),
    ]);
    expect(
      await said(files(`name: ${name}`, `variable "env" {}\n${map('flux-system', '${var.env}-lb-vars')}`)),
    ).toEqual([expect.stringContaining('did you mean "prod-lb-vars"?')]);
    const others = map('flux-system', 'prod-lb-vars').replace('HOST', 'PORT');
    expect(await said(files(`name: ${name}`, others))).toEqual([expect.stringContaining('notice FX844')]);
  });

  it('are not those that all others read', async () => {
    const all = (name: string, data = '{ HOST: a }'): Files => ({
      ...files(`name: ${name}`, ''),
      ...Object.fromEntries(
        ['a', 'b', 'c'].flatMap((one) => [
          [
            `clusters/prod/${one}.yaml`,
            kustomization(one, '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: cluster-vars }] }\n'),
          ],
          [`${one}/config.yaml`, config(one, '{ a: b }')],
        ]),
      ),
      'clusters/prod/vars.yaml': config('cluster-vars', data).replace('default', 'flux-system'),
    });
    expect(await said(all('cluster-vars'))).toEqual([]);
    expect(await said(all('settings'))).toEqual([
      'warning FX848 Kustomization "web" substitutes from ConfigMap/settings in namespace "flux-system", which nothing in this repository makes, and 3 others read "cluster-vars" | did you mean "cluster-vars"?',
    ]);
    expect(await said(all('settings', '{ PORT: a }'))).toEqual([expect.stringContaining('notice FX844')]);
  });
});
