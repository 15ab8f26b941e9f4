import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const prod = bootstrapped('prod');

describe('a text that a patch brings in', () => {
  const files = (patch: string, base = '{ one: a, host: base }') => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { domain: example.org } }\n').replace(
      './apps',
      './apps/staging',
    ),
    'apps/base/kustomization.yaml': 'resources: [web.yaml]\n',
    'apps/base/web.yaml': config('web', base),
    'apps/staging/kustomization.yaml': 'resources: [../base]\npatches: [{ path: values.yaml }]\n',
    'apps/staging/values.yaml': config('web', patch),
  });

  it('is reported in the patch, at its line', async () => {
    expect(await found(files('\n  two: b\n  host: web.${domian}'), /FX842/)).toEqual([
      'error FX842 apps/staging/values.yaml:6',
    ]);
    expect(await found(files('{ two: b }', '\n  one: a\n  host: web.${domian}'), /FX842/)).toEqual([
      'error FX842 apps/base/web.yaml:6',
    ]);
  });

  it('has no line where two places may be meant', async () => {
    const twice = '\n  host: ${domian}\n  # ${domian} is a comment';
    expect(await found(files(twice), /FX842/)).toEqual(['error FX842 apps/staging/values.yaml:undefined']);
  });
});

describe('values of releases', () => {
  const release = (name: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: default }
spec:
  interval: 1h
  chart: { spec: { chart: ./web, sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system } } }
  valuesFrom: [{ kind: Secret, name: ${name} }]
`;
  const files = (name: string, more: Readonly<Record<string, string>> = {}) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps'),
    'apps/release.yaml': release(name),
    ...more,
  });

  it('are a notice where nothing in the repository makes them', async () => {
    const { findings } = await auditOf(files('web-values'));
    expect(findings.filter(({ code }) => code === 'FX844')).toMatchObject([
      {
        severity: 'notice',
        file: 'apps/release.yaml',
        line: 7,
        message:
          'HelmRelease/web reads values from Secret/web-values in namespace "default", which nothing in this repository makes',
      },
    ]);
    expect(await found(files('web-values, optional: true'), /FX844/)).toEqual([]);
  });

  it('may come from Terraform, an operator or a generator', async () => {
    const external = `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web, namespace: default }
spec: { secretStoreRef: { name: main }, target: { name: web-values }, dataFrom: [{ extract: { key: web } }] }
`;
    expect(await found(files('web-values', { 'apps/external.yaml': external }), /FX844/)).toEqual([]);
    const tf = `resource "kubernetes_secret" "web" {
  metadata {
    name      = "web-values"
    namespace = "default"
  }
  data = { "values.yaml" = var.values }
}
`;
    expect(await found(files('web-values', { 'infra/main.tf': tf }), /FX844/)).toEqual([]);
  });
});

describe('what only the cluster knows', () => {
  const terraform = `apiVersion: infra.contrib.fluxcd.io/v1alpha2
kind: Terraform
metadata: { name: infra, namespace: flux-system }
spec:
  interval: 1h
  path: ./infra
  sourceRef: { kind: GitRepository, name: flux-system }
  writeOutputsToSecret: { name: outputs }
`;
  const from = (name: string) =>
    kustomization('apps', `  postBuild: { substituteFrom: [{ kind: Secret, name: ${name} }] }\n`);

  it('is supplied by an operator: its Secret is no notice', async () => {
    const files = {
      ...prod,
      'clusters/prod/infra.yaml': terraform,
      'apps/config.yaml': config('web', '{ a: "${A}" }'),
    };
    expect(await found({ ...files, 'clusters/prod/apps.yaml': from('outputs') }, /FX844/)).toEqual([]);
    expect(await found({ ...files, 'clusters/prod/apps.yaml': from('other') }, /FX844/)).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
  });

  it('is judged by no schema', async () => {
    const deployment = (value: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: ${value}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "web:1" }] }
`;
    const vars = `resource "kubernetes_secret" "vars" {
  metadata {
    name      = "vars"
    namespace = "flux-system"
  }
  data = { REPLICAS = var.replicas }
}
`;
    const files = (value: string) => ({
      ...prod,
      'infra/main.tf': vars,
      'clusters/prod/apps.yaml': from('vars'),
      'apps/web.yaml': deployment(value),
    });
    expect(await found(files('${REPLICAS}'), /FX315/)).toEqual([]);
    expect(await found(files('many'), /FX315/)).toEqual(['error FX315 apps/web.yaml:5']);
  });
});

describe("fluxspan's own manifests before the bootstrap", () => {
  it('are named as such', async () => {
    const { findings } = await auditOf({
      'k8s/clusters/dev/apps.yaml': `# Generated by fluxspan for cluster "dev". Don't edit this file.\n${kustomization('apps')}`,
    });
    expect(findings).toMatchObject([{ code: 'FX840', fix: expect.stringContaining('fluxspan synth') }]);
  });
});

describe('vars of a ConfigMap that the tree makes in another namespace', () => {
  const files = (namespace: string, rest = ''): Files => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization(
      'apps',
      '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars }] }\n',
    ),
    'clusters/prod/vars.yaml': config('vars', '{ domain: example.org }').replace(
      'namespace: default',
      `namespace: ${namespace}${rest}`,
    ),
    'apps/web.yaml': config('web', '{ host: "web.${domain}" }'),
  });

  it('is a warning', async () => {
    expect(await found(files('kube-system'), /FX84[48]/)).toEqual(['warning FX848 clusters/prod/apps.yaml:11']);
    expect(await found(files('flux-system'), /FX84[48]/)).toEqual([]);
  });

  it('is a notice where something reads it there, or may copy it', async () => {
    const copied = files(
      'kube-system',
      ', annotations: { reflector.v1.k8s.emberstack.com/reflection-allowed: "true" }',
    );
    expect(await found(copied, /FX84[48]/)).toEqual(['notice FX844 clusters/prod/apps.yaml:11']);
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: kube-system }
spec: { chartRef: { kind: OCIRepository, name: web }, valuesFrom: [{ kind: ConfigMap, name: vars }] }
`;
    expect(await found({ ...files('kube-system'), 'apps/release.yaml': release }, /FX84[48]/)).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
  });
});

it('names the ConfigMap that has all vars and that no Kustomization reads', async () => {
  const files = (name: string, keys = '{ domain: example.org, zone: a }'): Files => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization(
      'apps',
      '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: settings }] }\n',
    ),
    'clusters/prod/vars.yaml': config(name, keys).replace('namespace: default', 'namespace: flux-system'),
    'apps/web.yaml': config('web', '{ host: "${zone}.${domain}" }'),
  });
  const { findings } = await auditOf(files('cluster-vars'));
  expect(findings.filter(({ code }) => code === 'FX848')).toMatchObject([
    { severity: 'warning', fix: 'did you mean "cluster-vars"?', line: 11 },
  ]);
  expect(await found(files('cluster-vars', '{ domain: example.org }'), /FX84[48]/)).toEqual([
    'notice FX844 clusters/prod/apps.yaml:11',
  ]);
});

const releaseWith = (valuesFrom: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: default }
spec:
  interval: 1h
  chart: { spec: { chart: ./web, sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system } } }
  valuesFrom: [${valuesFrom}]
`;

describe('a Secret that a release reads, and whose file nobody lists', () => {
  const files = (list: string) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps'),
    'apps/kustomization.yaml': `resources: [${list}]\n`,
    'apps/release.yaml': releaseWith('{ kind: Secret, name: smtp }'),
    'apps/smtp.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: { name: smtp }\nstringData: { values.yaml: "a: b" }\n',
  });

  it('is named with the file', async () => {
    const { findings } = await auditOf(files('release.yaml'));
    expect(
      findings.filter(({ code }) => code === 'FX844').map((one) => `${one.severity} ${one.message} | ${one.fix}`),
    ).toEqual([
      'warning HelmRelease/web reads values from Secret/smtp in namespace "default", which apps/smtp.yaml makes, and no Kustomization applies that | add smtp.yaml to resources of apps/kustomization.yaml',
    ]);
    expect(await found(files('release.yaml, smtp.yaml'), /FX844/)).toEqual([]);
  });
});

describe('a value of a release in a file that a generator reads', () => {
  const files = (text: string) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization(
      'apps',
      '  decryption: { provider: sops, secretRef: { name: sops-age } }\n',
    ),
    'apps/kustomization.yaml':
      'resources: [release.yaml]\ngeneratorOptions: { disableNameSuffixHash: true }\nsecretGenerator: [{ name: extras, namespace: default, files: [token=token.bin] }]\n',
    'apps/token.bin': text,
    'apps/release.yaml': releaseWith('{ kind: Secret, name: extras, valuesKey: token, targetPath: token }'),
  });

  it('is known where SOPS left it as it is', async () => {
    const encrypted = '{ "data": "ENC[AES256_GCM,data:a,iv:b,tag:c,type:str]", "sops": { "mac": "ENC[a]" } }';
    expect(await found(files('{ "a": [1, { "b": null }], "c": { "d": "e,f]" } }'), /FX619/)).toEqual([
      'error FX619 apps/release.yaml:7',
    ]);
    // As of any value that only the cluster has.
    expect(await found(files(encrypted), /FX619/)).toEqual(['notice FX619 apps/release.yaml:7']);
  });
});
