import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, found, kustomization } from './repository.js';

const prod = bootstrapped('prod');
const sync = 'clusters/prod/flux-system/gotk-sync.yaml';

describe('a folder that includes files of another repository', () => {
  const files = (include: string) => ({
    [sync]: prod[sync]!.replace('ref: { branch: main }', `ref: { branch: main }, include: [${include}]`),
    'clusters/prod/apps.yaml': kustomization('apps'),
    'apps/kustomization.yaml': 'resources: [../shared/web]\n',
    'clusters/prod/shared.yaml': kustomization('shared'),
  });

  it('may build with them', async () => {
    expect(await found(files('{ repository: { name: base }, toPath: shared }'), /FX841|FX533/)).toEqual([]);
    expect(await found(files('{ repository: { name: shared } }'), /FX841|FX533/)).toEqual([]);
  });

  it("doesn't build where they are included elsewhere", async () => {
    expect(await found(files('{ repository: { name: base }, toPath: other }'), /FX841|FX533/)).toEqual([
      'error FX533 clusters/prod/shared.yaml:8',
      'error FX841 apps/kustomization.yaml:1',
    ]);
  });
});

it('counts a missing file that Terraform may write as a notice', async () => {
  const files = {
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps'),
    'apps/kustomization.yaml': 'resources: [web.yaml]\nconfigMapGenerator: [{ name: a, files: [values.yaml] }]\n',
    'apps/web.yaml': config('web', '{ a: b }'),
  };
  expect(await found(files, /FX841/)).toEqual(['error FX841 apps/kustomization.yaml:2']);
  const terraform = 'resource "local_file" "values" {\n  filename = "${path.module}/../apps/values.yaml"\n}\n';
  expect(await found({ ...files, 'terraform/main.tf': terraform }, /FX841/)).toEqual([
    'notice FX841 apps/kustomization.yaml:2',
  ]);
});

it('says nothing of decryption that a folder may give which does not build', async () => {
  const files = (entries: string) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps'),
    'clusters/prod/kustomization.yaml': `resources: [flux-system/gotk-sync.yaml, apps.yaml${entries}]
patches:
  - target: { kind: Kustomization, name: none }
    patch: |
      - { op: add, path: /spec/decryption, value: { provider: sops } }
`,
    'apps/secret.yaml': `apiVersion: v1
kind: Secret
metadata: { name: a, namespace: default }
data:
  key: ENC[AES256_GCM,data:YWFh,iv:YWFh,tag:YWFh,type:str]
sops:
  age: [{ recipient: age1, enc: enc }]
  lastmodified: "2026-01-01T00:00:00Z"
  mac: ENC[AES256_GCM,data:YWFh,iv:YWFh,tag:YWFh,type:str]
  encrypted_regex: ^(data|stringData)$
  version: 3.7.3
`,
  });
  expect(await found(files(''), /FX646/)).toEqual(['error FX646 apps/secret.yaml:6']);
  expect(await found(files(', lost.yaml'), /FX646/)).toEqual([]);
});

it('leaves alone a name that Flux decrypts', async () => {
  const encrypted = (text: string) => `ENC[AES256_GCM,data:${text},iv:YWFh,tag:YWFh,type:str]`;
  const files = (rest: string) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps', rest),
    'apps/secret.yaml': `apiVersion: ${encrypted('djE=')}
kind: ${encrypted('U2Vj')}
metadata:
  name: ${encrypted('bmFt')}
  namespace: ${encrypted('bnM=')}
data:
  key: ${encrypted('a2V5')}
sops:
  age: [{ recipient: age1, enc: enc }]
  lastmodified: "2026-01-01T00:00:00Z"
  mac: ${encrypted('bWFj')}
  version: 3.7.3
`,
  });
  expect(await found(files('  decryption: { provider: sops }\n'), /FX303/)).toEqual([]);
  expect(await found(files(''), /FX303/)).toEqual(['error FX303 apps/secret.yaml:4', 'error FX303 apps/secret.yaml:5']);
});

it('says of an object that two files of a folder make to take one out', async () => {
  const files = {
    ...prod,
    'clusters/prod/a.yaml': config('a', '{ a: b }'),
    'clusters/prod/b.yaml': config('a', '{ a: c }'),
  };
  const { findings } = await auditOf(files);
  const [unbuilt] = findings.filter(({ code }) => code === 'FX841');
  expect(unbuilt).toMatchObject({ severity: 'error', fix: 'take out one of the two that make it' });
  expect(unbuilt!.message).toMatch(/already registered id: ConfigMap\S+'$/);
});

describe('one object of two Kustomizations', () => {
  const files = (first: string, second: string) => ({
    ...prod,
    'clusters/prod/apps.yaml': kustomization('apps'),
    'clusters/prod/base.yaml': kustomization('base'),
    'apps/a.yaml': config('a', '{ a: b }').replace('{ name: a', `{ ${first} name: a`),
    'base/a.yaml': config('a', '{ a: b }').replace('{ name: a', `{ ${second} name: a`),
  });
  const once = 'annotations: { kustomize.toolkit.fluxcd.io/ssa: IfNotPresent },';

  it('is a notice if both leave it alone once it is there', async () => {
    expect(await found(files(once, once), /FX302/)).toEqual(['notice FX302 base/a.yaml:1']);
    expect(await found(files(once, ''), /FX302/)).toEqual(['error FX302 base/a.yaml:1']);
  });
});
