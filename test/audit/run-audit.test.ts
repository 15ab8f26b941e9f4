import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAudit } from '../../src/audit/run-audit.js';
import { root } from '../support/root.js';
import { auditOf, bootstrapped, config, folderWith, found, kustomization } from './repository.js';

const prod = bootstrapped('prod');

describe('the seven plants', () => {
  it('are all found, each with its line', async () => {
    const { findings, clusters } = await runAudit({ folder: join(root, 'test/audit/seven-plants') });
    expect(clusters).toMatchObject([{ name: 'prod', folder: 'clusters/prod', kustomizations: 4, objects: 13 }]);
    expect(
      findings.flatMap(({ code, file, line, message }) =>
        code === 'FX614' ? [] : `${code} ${file}:${line} ${message}`,
      ),
    ).toEqual([
      'FX302 infra/ingress2/x.yaml:1 Kustomization "infra" and Kustomization "infra2" both make ConfigMap/shared in namespace "default"',
      'FX307 apps/web/web.yaml:20 nothing makes HelmRepository/bitnmi in namespace "flux-system"',
      'FX307 clusters/prod/apps.yaml:8 nothing makes Kustomization/infrastructure in namespace "flux-system"',
      'FX307 clusters/prod/apps.yaml:20 nothing makes GitRepository/flux-sytem in namespace "flux-system"',
      'FX316 apps/web/web.yaml:12 the API server refuses Deployment/web: "spec.template.metadata.labels" lacks a label that "selector" asks for',
      'FX315 apps/web/web.yaml:9 Deployment/web: "spec.replica" is a field that nothing reads, and Flux leaves it out',
      'FX844 clusters/prod/apps.yaml:10 Kustomization "apps" substitutes from ConfigMap/cluster-vars in namespace "flux-system", which nothing in this repository makes',
    ]);
    // One cause is one finding.
    expect(findings.find(({ code }) => code === 'FX302')?.notes).toEqual([
      'the other one is made at infra/ingress/x.yaml:1',
      'and HelmRepository/bitnami in namespace "flux-system"',
    ]);
    expect(findings.find(({ code }) => code === 'FX844')?.notes).toEqual(['HOST must come from there']);
  });
});

describe('the clusters of a repository', () => {
  const clustersOf = async (files: Readonly<Record<string, string>>) => {
    const { clusters, isGuessed } = await auditOf(files);
    return [...clusters.map(({ folder, file }) => `${folder} by ${file}`), ...(isGuessed ? ['guessed'] : [])];
  };
  const instance = (path: string) => `instance:
  sync: { kind: GitRepository, url: https://github.com/acme/fleet, path: '${path}', ref: refs/heads/main }
`;
  const release = (path: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: flux-instance, namespace: flux-system }
spec:
  interval: 1h
  chartRef: { kind: OCIRepository, name: flux-instance }
  values:
    ${instance(path).replaceAll('\n', '\n    ').trimEnd()}
`;

  it('are found by what flux bootstrap writes, a FluxInstance, or the values of its chart', async () => {
    expect(await clustersOf(prod)).toEqual(['clusters/prod by clusters/prod/flux-system/gotk-sync.yaml']);
    const apps = { 'kubernetes/flux/apps.yaml': kustomization('apps'), 'apps/config.yaml': config('a', '{ a: b }') };
    expect(await clustersOf({ ...apps, 'flux/release.yaml': release('kubernetes/flux') })).toEqual([
      'kubernetes/flux by flux/release.yaml',
    ]);
    expect(await clustersOf({ ...apps, 'terraform/values.yaml': instance('kubernetes/flux') })).toEqual([
      'kubernetes/flux by terraform/values.yaml',
    ]);
  });

  it("aren't proposed where the folder isn't there, and are found where the path has a var", async () => {
    const file = { 'flux/release.yaml': release('clusters/${NAME}') };
    expect(await clustersOf({ ...file, 'flux/gone.yaml': release('clusters/gone') })).toEqual(['guessed']);
    const two = { 'clusters/a/apps.yaml': kustomization('apps'), 'clusters/b/apps.yaml': kustomization('apps') };
    expect(await clustersOf({ ...file, ...two })).toEqual([
      'clusters/a by flux/release.yaml',
      'clusters/b by flux/release.yaml',
    ]);
  });

  it('are guessed by Kustomizations that nothing else applies, without bases and archives', async () => {
    const files = {
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/nested.yaml': kustomization('nested'),
      'nested/config.yaml': config('a', '{ a: b }'),
      'components/base/other.yaml': kustomization('other'),
      '.archive/old.yaml': kustomization('old'),
    };
    expect(await clustersOf(files)).toEqual(['clusters/prod by clusters/prod/apps.yaml', 'guessed']);
  });

  it("are no folder that another cluster's kustomization includes", async () => {
    const files = {
      'clusters/base/apps.yaml': kustomization('apps').replace('  path: ./apps\n', ''),
      'clusters/base/kustomization.yaml': 'resources: [apps.yaml]\n',
      'clusters/prod/kustomization.yaml': 'resources: [../base, own.yaml]\npatches: [{ path: patch.yaml }]\n',
      'clusters/prod/patch.yaml': kustomization('apps'),
      'clusters/prod/own.yaml': kustomization('own'),
      'apps/config.yaml': config('a', '{ a: b }'),
      'own/config.yaml': config('b', '{ a: b }'),
    };
    const { clusters, findings } = await auditOf(files);
    expect(clusters.map(({ folder }) => folder)).toEqual(['clusters/prod']);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });

  it('are no folder of a file that an earlier bootstrap left in another one', async () => {
    const sync = bootstrapped('bootstrap/flux-system')['clusters/bootstrap/flux-system/flux-system/gotk-sync.yaml']!;
    const now = bootstrapped('bootstrap')['clusters/bootstrap/flux-system/gotk-sync.yaml']!;
    const old = 'flux/clusters/bootstrap/flux-system/flux-system/gotk-sync.yaml';
    expect(await clustersOf({ [old]: sync })).toEqual([`flux/clusters/bootstrap/flux-system by ${old}`]);
    const file = 'flux/clusters/bootstrap/flux-system/gotk-sync.yaml';
    expect(await clustersOf({ [old]: sync, [file]: now.replace('./clusters', './flux/clusters') })).toEqual([
      `flux/clusters/bootstrap by ${file}`,
    ]);
  });

  it('are those of Kustomizations that apply themselves', async () => {
    const files = {
      'kubernetes/flux/config/cluster.yaml': kustomization('cluster').replace('./cluster', './kubernetes/flux'),
      'kubernetes/flux/apps.yaml': kustomization('apps'),
      'apps/config.yaml': config('a', '{ a: b }'),
    };
    const { clusters, findings } = await auditOf(files);
    expect(clusters).toMatchObject([{ folder: 'kubernetes/flux/config', kustomizations: 2, objects: 3 }]);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });

  it('are an error where there is none', async () => {
    expect(await found({ 'deploy/web.yaml': config('web', '{ a: b }') })).toEqual(['error FX840 undefined:undefined']);
    expect(await found({})).toEqual(['error FX840 undefined:undefined']);
  });
});

describe('both sides of the contract', () => {
  const apps = (rest: string, data: string, more: Readonly<Record<string, string>> = {}) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps', rest),
    'apps/config.yaml': config('web', data),
    ...more,
  });
  const contract = /^FX(?:305|84)/;

  it('names a var that nothing supplies, unless a source that is not here may', async () => {
    const inline = '  postBuild: { substitute: { HOST: example.org } }\n';
    expect(await found(apps(inline, '{ host: "${HOST}" }'), contract)).toEqual([]);
    expect(await found(apps(inline, '\n  host: ${HOST}\n  zone: ${ZONE}'), contract)).toEqual([
      'error FX842 apps/config.yaml:6',
    ]);
    expect(await found(apps(inline, '{ host: "${HOST}", zone: "${ZONE:=a}" }'), contract)).toEqual([]);
    expect(await found(apps(inline, '{ host: "${HOST}", zone: "$${ZONE}" }'), contract)).toEqual([]);
    const open = '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: cluster }] }\n';
    expect(await found(apps(open, '{ host: "${HOST}" }'), contract)).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
    expect(await found(apps('', '{ host: "${HOST}" }'), contract)).toEqual([]);
  });

  it('reads the keys of ConfigMaps and of encrypted Secrets of the repository', async () => {
    const from = `  postBuild:
    substituteFrom: [{ kind: ConfigMap, name: cluster }, { kind: Secret, name: hidden }]
`;
    const cluster = config('cluster', '{ HOST: example.org }').replace('default', 'flux-system');
    const hidden = `apiVersion: v1
kind: Secret
metadata: { name: hidden, namespace: flux-system }
stringData: { TOKEN: "ENC[AES256_GCM,data:abc,iv:abc,tag:abc,type:str]" }
sops: { mac: "ENC[AES256_GCM,data:abc,iv:abc,tag:abc,type:str]", version: 3.9.0 }
`;
    const more = { 'clusters/prod/cluster.yaml': cluster, 'clusters/prod/hidden.yaml': hidden };
    expect(await found(apps(from, '{ host: "${HOST}", token: "${TOKEN}" }', more), contract)).toEqual([]);
    expect(await found(apps(from, '{ host: "${HOSTS}", token: "${TOKEN}" }', more), contract)).toEqual([
      'error FX842 apps/config.yaml:4',
    ]);
  });

  it('knows what Flux only adds to, and what operators write', async () => {
    const merged = config('cluster', '{ HOST: example.org }').replace(
      'namespace: default',
      'namespace: flux-system, annotations: { kustomize.toolkit.fluxcd.io/ssa: Merge }',
    );
    const external = (kind: string, spec: string) => `apiVersion: external-secrets.io/v1
kind: ${kind}
metadata: { name: cluster${kind.startsWith('Cluster') ? '' : ', namespace: flux-system'} }
spec: { ${spec} }
`;
    const remote =
      'secretStoreRef: { kind: ClusterSecretStore, name: vault }, target: { name: vars }, data: [{ secretKey: HOST, remoteRef: { key: a } }]';
    const filesOf = (kind: string, name: string, more: string) =>
      apps(`  postBuild: { substituteFrom: [{ kind: ${kind}, name: ${name} }] }\n`, '{ host: "${HOST}" }', {
        'clusters/prod/more.yaml': more,
      });
    expect(await found(filesOf('ConfigMap', 'cluster', merged), contract)).toEqual([]);
    expect(await found(filesOf('Secret', 'vars', external('ExternalSecret', remote)), contract)).toEqual([]);
    const everywhere = external(
      'ClusterExternalSecret',
      `namespaceSelectors: [{ matchLabels: { a: b } }], externalSecretSpec: { ${remote} }`,
    );
    expect(await found(filesOf('Secret', 'vars', everywhere), contract)).toEqual([]);
    const apart = external('ExternalSecret', remote).replace('flux-system', 'default');
    expect(await found(filesOf('Secret', 'vars', apart), contract)).toEqual([
      'warning FX848 clusters/prod/apps.yaml:11',
    ]);
  });

  it('finds near twins and vars that nothing reads', async () => {
    const rest = '  postBuild: { substitute: { CAPACTIY: 5Gi } }\n';
    expect(await found(apps(rest, '{ size: "${CAPACITY:=1Gi}" }'), contract)).toEqual([
      'warning FX846 apps/config.yaml:4',
      'notice FX845 clusters/prod/apps.yaml:11',
    ]);
    const [first] = (await auditOf(apps(rest, '{ size: "${CAPACITY}" }'))).findings;
    expect(first).toMatchObject({ code: 'FX842', fix: 'did you mean ${CAPACTIY}?' });
  });

  it('names an expression that Flux refuses, and leaves objects alone that Flux leaves alone', async () => {
    const rest = '  postBuild: { substitute: { HOST: a } }\n';
    expect(await found(apps(rest, '{ host: "${HOST}", script: "${my-var}" }'), contract)).toEqual([
      'error FX305 apps/config.yaml:4',
    ]);
    const disabled = config('web', '{ script: "${my-var} ${HOST}" }').replace(
      'namespace: default',
      'namespace: default, annotations: { kustomize.toolkit.fluxcd.io/substitute: disabled }',
    );
    expect(await found({ ...apps(rest, ''), 'apps/config.yaml': disabled }, /FX305|FX842/)).toEqual([]);
  });

  it('judges a value by the type that it has after substitution', async () => {
    const deployment = (value: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: default }
spec:
  replicas: ${value}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web:1, env: [{ name: PORT, value: "\${PORT}" }] }] }
`;
    const rest = '  postBuild: { substitute: { COUNT: "4", PORT: "80", NAME: four } }\n';
    const files = (value: string) => ({
      ...apps(rest, '{ n: "${NAME} ${COUNT}" }'),
      'apps/web.yaml': deployment(value),
    });
    // PORT is a number after the substitution, and the API server takes only a text.
    expect(await found(files('${COUNT}'), /FX315/)).toEqual(['error FX315 apps/web.yaml:9']);
    expect(await found(files('${NAME}'), /FX315/)).toEqual([
      'error FX315 apps/web.yaml:5',
      'error FX315 apps/web.yaml:9',
    ]);
  });
});

describe('a repository that works', () => {
  it('has no false alarm of patches that are applied already', async () => {
    const patched = `  patches:
    - target: { kind: ConfigMap, name: web }
      patch: |
        - { op: remove, path: /data/b }
`;
    const files = {
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps', patched),
      'apps/config.yaml': config('web', '{ a: "1", b: "2" }'),
    };
    expect(await found(files)).toEqual([]);
  });

  it('gives advice as notices alone', async () => {
    const { findings } = await auditOf({
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/config.yaml': config('web', '{ a: "1" }'),
    });
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['notice FX614']);
  });

  it('says what a newer Flux no longer serves', async () => {
    const old = `apiVersion: source.toolkit.fluxcd.io/v1beta2
kind: HelmRepository
metadata: { name: podinfo, namespace: flux-system }
spec: { interval: 1h, url: https://stefanprodan.github.io/podinfo }
`;
    expect(await found({ ...prod, 'clusters/prod/podinfo.yaml': old })).toEqual([
      'warning FX843 clusters/prod/podinfo.yaml:1',
    ]);
  });

  it.each([
    ['kustomize.toolkit.fluxcd.io/v1beta3', 'error FX647'],
    ['kustomize.toolkit.fluxcd.io/v1betta1', 'error FX647'],
    ['kustomize.toolkit.fluxcd.io/v1beta1', 'warning FX843'],
  ])('judges the version of a Kustomization: %s', async (version, code) => {
    const files = {
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps').replace('kustomize.toolkit.fluxcd.io/v1', version),
      'apps/config.yaml': config('web', '{ a: "1" }'),
    };
    expect(await found(files)).toEqual([`${code} clusters/prod/apps.yaml:1`]);
  });

  it.each([
    ['helm.toolkit.fluxcd.io/v2beta3', 'error FX647'],
    ['helm.toolkit.fluxcd.io/v3', 'error FX647'],
    ['helm.toolkit.fluxcd.io/v2beta1', 'warning FX843'],
  ])('judges the version of a release: %s', async (version, code) => {
    const release = `apiVersion: ${version}
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec: { interval: 1h, chart: { spec: { chart: ./web, sourceRef: { kind: GitRepository, name: flux-system } } } }
`;
    expect(await found({ ...prod, 'clusters/prod/web.yaml': release }, /FX(?:647|843)/)).toEqual([
      `${code} clusters/prod/web.yaml:1`,
    ]);
  });

  it('advises people who have no code of fluxspan', async () => {
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec: { interval: 1h, chart: { spec: { chart: ./web, sourceRef: { kind: GitRepository, name: flux-system } } } }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: web }
`;
    const { findings } = await auditOf({
      ...prod,
      'clusters/prod/apps.yaml': kustomization(
        'apps',
        '  postBuild: { substituteFrom: [{ kind: Secret, name: cluster }] }\n',
      ),
      'apps/web.yaml': release,
    });
    const fixOf = (code: string) => findings.find((one) => one.code === code)?.fix;
    expect(fixOf('FX607')).toBe('apply it by a Kustomization of its own, with this one in dependsOn');
    expect(fixOf('FX844')).toBe(
      'make sure that what writes it also writes these vars, and before Flux needs them; or put the object into the repository',
    );
  });

  it('tells a problem of two clusters once', async () => {
    const both = { ...prod, ...bootstrapped('dev') };
    const { findings } = await auditOf({
      ...both,
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: b } }\n'),
      'clusters/dev/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: c } }\n'),
      'apps/config.yaml': config('web', '{ a: "${A}", b: "${B}" }'),
    });
    expect(findings.filter(({ code }) => code === 'FX842')).toMatchObject([{ clusters: ['dev', 'prod'], line: 4 }]);
  });
});

describe('bad input', () => {
  it('is a folder that does not build: the rest goes on', async () => {
    const files = {
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/kustomization.yaml': 'resources: [gone.yaml]\nnamePrefix: a-\n',
      'clusters/prod/other.yaml': kustomization('other', '  postBuild: { substitute: { A: b } }\n'),
      'other/config.yaml': config('web', '{ a: "${A}", b: "${B}" }'),
    };
    expect(await found(files)).toEqual(['error FX841 apps/kustomization.yaml:1', 'error FX842 other/config.yaml:4']);
  });

  it('is a folder without git, with links out of it, templates of other tools and texts that only look like YAML', async () => {
    const folder = folderWith({
      ...prod,
      'chart/templates/web.yaml': '{{- if .Values.web }}\nkind: {{ .Kind }}\n{{- end }}\n',
      'jinja/web.yaml.j2': '{% for one in all %}\n',
      'jinja/web.yaml': '{% for one in all %}\nkustomize.toolkit.fluxcd.io\n',
      'broken.yaml': 'a: [\n# kustomize.toolkit.fluxcd.io FluxInstance sync\n',
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: b } }\n'),
      'apps/config.yaml': config('web', '{ a: "${A}" }'),
    });
    symlinkSync('/etc/passwd', join(folder, 'apps/passwd.yaml'));
    symlinkSync('/', join(folder, 'apps/everything'));
    symlinkSync('.', join(folder, 'loop'));
    const { findings, clusters } = await runAudit({ folder });
    expect(clusters).toMatchObject([{ kustomizations: 2, objects: 4 }]);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });

  it('is a git repository whose ignored files no commit has', async () => {
    const folder = folderWith({
      ...prod,
      '.gitignore': 'apps/local.yaml\n',
      'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: b } }\n'),
      'apps/config.yaml': config('web', '{ a: "${A}" }'),
      'apps/local.yaml': config('local', '{ a: "${B}" }'),
    });
    expect((await runAudit({ folder })).findings.map(({ code }) => code)).toContain('FX842');
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect((await runAudit({ folder })).findings.map(({ code }) => code)).not.toContain('FX842');
  });

  it('is a file that is too large, and names with control characters', async () => {
    const folder = folderWith({
      ...prod,
      'large.yaml': `# ${'x'.repeat(33 << 20)}\n`,
      'apps/na\u001b[31mme.yaml': config('web', '{ a: "1" }'),
      'clusters/prod/apps.yaml': kustomization('apps'),
    });
    const result = await runAudit({ folder });
    expect(result.unread).toEqual(['large.yaml: it is larger than the 32 MB that are read']);
    expect(result.clusters).toMatchObject([{ kustomizations: 2, objects: 4 }]);
  });

  it('leaves the folder as it was', async () => {
    const folder = folderWith({
      ...prod,
      'clusters/prod/apps.yaml': kustomization('apps'),
      'apps/kustomization.yaml': 'namePrefix: a-\nresources: [a.yaml]\n',
      'apps/a.yaml': config('a', '{ a: b }'),
    });
    const state = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => [one.name, readFileSync(join(one.parentPath, one.name), 'utf8')]);
    const before = state();
    await runAudit({ folder });
    expect(state()).toEqual(before);
  });
});

it('finds a cluster in the copy of another repository, and one that is called test', async () => {
  const files = Object.fromEntries(
    Object.entries({
      ...bootstrapped('prod'),
      'clusters/prod/web.yaml': kustomization('web'),
      'web/config.yaml': config('web', '{ a: a }'),
    }).map(([path, text]) => [`repos/fleet/${path}`, text]),
  );
  const copied = await auditOf(files);
  expect(copied).toMatchObject({ isGuessed: false, clusters: [{ folder: 'repos/fleet/clusters/prod', notSeen: [] }] });
  expect(copied.findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  const named = await auditOf({
    'clusters/test/web.yaml': kustomization('web'),
    'web/config.yaml': config('web', '{ a: a }'),
  });
  expect(named.clusters).toMatchObject([{ folder: 'clusters/test' }]);
});
