import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, type Files, kustomization } from './repository.js';

const repository = (files: Files): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': kustomization('web'),
  ...files,
});

/** `error FX610 the message`, of the codes about keys and names of data. */
const said = async (files: Files): Promise<readonly string[]> =>
  (await auditOf(repository(files))).findings
    .filter(({ code }) => /^FX(324|610|630|632)$/.test(code))
    .map(({ severity, code, message }) => `${severity} ${code} ${message}`);

const release = (valuesFrom: string, values = '{}'): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: web }
spec: { interval: 10m, url: https://charts.example.org }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: web }
spec:
  interval: 10m
  chart: { spec: { chart: web, version: 1.0.0, sourceRef: { kind: HelmRepository, name: charts } } }
  valuesFrom: ${valuesFrom}
  values: ${values}
`;
const VALUES = '[{ kind: ConfigMap, name: web-values }]';
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const generator = (rest = ''): string => `resources: [release.yaml, namespace.yaml]
configMapGenerator:
  - name: web-values
    namespace: ${rest === '' ? 'web' : rest}
    literals: ["values.yaml=replicas: 1"]
`;

describe('what kustomize generates with a hash in its name', () => {
  const files = { 'web/release.yaml': release(VALUES), 'web/namespace.yaml': namespace('web') };

  it('is missed by a release that kustomize does not change (FX324)', async () => {
    expect(await said({ ...files, 'web/kustomization.yaml': generator() })).toEqual([
      expect.stringMatching(
        /^error FX324 HelmRelease\/web names "web-values", and the name of ConfigMap\/web-values has a hash: "web-values-\w+"$/,
      ),
    ]);
  });

  it('is found without the hash', async () => {
    const plain = `${generator()}generatorOptions: { disableNameSuffixHash: true }\n`;
    expect(await said({ ...files, 'web/kustomization.yaml': plain })).toEqual([]);
  });

  it('is found where the configuration names the field', async () => {
    expect(
      await said({
        ...files,
        'web/kustomization.yaml': `${generator()}configurations: [names.yaml]\n`,
        'web/names.yaml':
          'nameReference:\n  - kind: ConfigMap\n    version: v1\n    fieldSpecs:\n      - { kind: HelmRelease, path: spec/valuesFrom/name }\n',
      }),
    ).toEqual([]);
  });

  it('is missed in another namespace (FX610)', async () => {
    const elsewhere = {
      ...files,
      'web/namespace.yaml': `${namespace('web')}---\n${namespace('other')}`,
      'web/kustomization.yaml': generator('other'),
    };
    expect(await said(elsewhere)).toEqual([
      'error FX610 HelmRelease/web reads ConfigMap "web-values" in namespace "web", which nothing writes',
    ]);
  });
});

const externalSecret = (rest: string): string => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: token, namespace: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: vault }
  ${rest}
`;
const reads = (key: string) => release(`[{ kind: Secret, name: token, valuesKey: ${key} }]`);

describe('the keys of a Secret that an ExternalSecret writes', () => {
  const written =
    'target: { template: { data: { values.yaml: "a: {{ .a }}" } } }\n  data: [{ secretKey: a, remoteRef: { key: a } }]';

  it('are those of its template (FX610)', async () => {
    const files = (key: string) => ({ 'web/a.yaml': externalSecret(written), 'web/b.yaml': reads(key) });
    expect(await said(files('values.yaml'))).toEqual([]);
    expect(await said(files('web.yaml'))).toEqual([
      'error FX610 Secret "token" has no key "web.yaml", which HelmRelease/web reads',
    ]);
  });

  it('are unknown if the template comes from elsewhere, or if it adds to a Secret', async () => {
    for (const rest of [
      'target: { template: { templateFrom: [{ configMap: { name: t, items: [{ key: a }] } }] } }',
      'target: { creationPolicy: Merge }\n  data: [{ secretKey: a, remoteRef: { key: a } }]',
      'dataFrom: [{ extract: { key: all } }]',
    ])
      expect(await said({ 'web/a.yaml': externalSecret(rest), 'web/b.yaml': reads('web.yaml') })).toEqual([]);
  });

  it('are those that a custom resource reads (FX632)', async () => {
    const issuer = (key: string) => `apiVersion: cert-manager.io/v1
kind: Issuer
metadata: { name: acme, namespace: web }
spec:
  acme:
    server: https://acme.example.org/directory
    privateKeySecretRef: { name: account }
    solvers: [{ dns01: { cloudflare: { apiTokenSecretRef: { name: token, key: ${key} } } } }]
`;
    const files = (key: string) => ({
      'web/a.yaml': externalSecret('data: [{ secretKey: token, remoteRef: { key: a } }]'),
      'web/b.yaml': issuer(key),
    });
    expect(await said(files('token'))).toEqual([]);
    expect(await said(files('api-token'))).toEqual([
      'warning FX632 Issuer/acme needs the key "api-token" of Secret/token in namespace "web", which has no such key',
    ]);
  });
});

describe('the keys of a Secret that a controller fills', () => {
  const secret = (annotations: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: { name: redis, namespace: web, annotations: ${annotations} }\n`;
  const files = (annotations: string) => ({
    'web/a.yaml': secret(annotations),
    'web/b.yaml': release('[]', '{ auth: { existingSecret: redis, existingSecretPasswordKey: PASSWORD } }'),
  });

  it('are those that its annotation names (FX632)', async () => {
    expect(await said(files('{ secret-generator.v1.mittwald.de/autogenerate: "PASSWORD,USER" }'))).toEqual([]);
    expect(await said(files('{ secret-generator.v1.mittwald.de/autogenerate: password }'))).toEqual([
      'warning FX632 HelmRelease/web needs the key "PASSWORD" of Secret/redis in namespace "web", which has no such key',
    ]);
  });

  it.each([
    '{ replicator.v1.mittwald.de/replicate-from: other/redis }',
    '{ secret-generator.v1.mittwald.de/autogenerate: a, secret-generator.v1.mittwald.de/type: ssh-keypair }',
    '{ kustomize.toolkit.fluxcd.io/ssa: Merge }',
  ])('are unknown with %s', async (annotations) => {
    expect(await said(files(annotations))).toEqual([]);
  });
});

describe('a key that a ConfigMap lacks', () => {
  it('is most likely the one that nothing reads', async () => {
    const env = (name: string, key: string) =>
      `{ name: ${name}, valueFrom: { configMapKeyRef: { name: settings, key: ${key} } } }`;
    const deployment = (key: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: ghcr.io/acme/web:1.0.0
          env: [${env('A', 'PASSWORD')}, ${env('B', key)}]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: web }
data: { PASSWORD: a, ADMIN_KEY: b }
`;
    const ofKey = async (key: string) =>
      (
        await auditOf(repository({ 'web/web.yaml': deployment(key), 'web/namespace.yaml': namespace('web') }))
      ).findings.flatMap(({ code, fix }) => (code === 'FX632' ? [fix] : []));
    expect(await ofKey('ADMIN_KEY')).toEqual([]);
    expect(await ofKey('ADMIN_PASSWORD')).toEqual(['there is "ADMIN_KEY"']);
    expect(await ofKey('PASSWORT')).toEqual(['did you mean "PASSWORD"?']);
  });
});
