import { describe, expect, it } from 'vitest';
import { runAudit } from '../../src/audit/run-audit.js';
import { auditOf, bootstrapped, config, type Files, folderWith, found, kustomization } from './repository.js';

const main = `terraform {
  backend "s3" {}
}
resource "kubernetes_config_map_v1" "vars" {
  metadata {
    name      = "cluster-vars"
    namespace = "flux-system"
  }
  data = {
    HOST = aws_route53_zone.main.name
    ZONE = "a"
  }
}
`;
const from = (name: string) => `  postBuild: { substituteFrom: [{ kind: ConfigMap, name: ${name} }] }\n`;

const repository = (data: string, terraform = main, name = 'cluster-vars'): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps', from(name)),
  'apps/config.yaml': config('web', data),
  'infra/main.tf': terraform,
});
const contract = /^FX(?:84|78)/;

describe('what Terraform writes', () => {
  it('supplies vars, and lacks one that it does not write', async () => {
    expect(await found(repository('{ a: "${HOST}", b: "${ZONE}" }'), contract)).toEqual([]);
    expect(await found(repository('{ a: "${HOST}", b: "${ZONE}", c: "${REGION}" }'), contract)).toEqual([
      'error FX842 apps/config.yaml:4',
    ]);
    const { findings, terraform } = await auditOf(repository('{ a: "${HSOT}", b: "${ZONE}" }'));
    expect(terraform).toEqual(['infra']);
    expect(findings[0]).toMatchObject({
      code: 'FX842',
      fix: 'write the same name on both sides: ${HOST} here, or "HSOT" in Terraform',
    });
    // The key that nothing reads is the other half of the same typo.
    expect(findings.map(({ code }) => code)).not.toContain('FX847');
  });

  it('has a key that got another word, and is told once', async () => {
    const { findings } = await auditOf(
      repository('{ a: "${HOST}", b: "${ZONE}" }', main.replace('ZONE', 'PUBLIC_ZONE')),
    );
    expect(findings.filter(({ code }) => contract.test(code))).toMatchObject([
      { code: 'FX842', fix: 'write the same name on both sides: ${PUBLIC_ZONE} here, or "ZONE" in Terraform' },
    ]);
  });

  it('has one owner in each cluster where each has a root', async () => {
    const files = {
      ...repository('{ a: "${HOST}", b: "${ZONE}" }'),
      'infra/main.tf': 'terraform {\n  backend "s3" {}\n}\nmodule "a" {\n  source = "../modules/vars"\n}\n',
      'live/main.tf': 'terraform {\n  backend "s3" {}\n}\nmodule "b" {\n  source = "../modules/vars"\n}\n',
      'modules/vars/main.tf': main.replace(/^terraform \{\n.*\n\}\n/, ''),
    };
    expect(await found(files, contract)).toEqual([]);
    // Blocks of their own may well be for the same cluster.
    const apart = { ...files, 'live/main.tf': main };
    expect(await found(apart, /FX781/)).toHaveLength(1);
    expect(await found({ ...apart, ...bootstrapped('dev') }, /FX781/)).toEqual([]);
  });

  it('lacks a key that no root of any cluster writes', async () => {
    const root = (keys: string) =>
      `variable "env" {}\n${main.replace('"cluster-vars"', '"${var.env}-cluster-vars"').replace(/HOST = .*\n.*\n/, keys)}`;
    const files = (data: string): Files => ({
      ...repository(data, root('HOST = "a"\n'), 'prod-cluster-vars'),
      'live/main.tf': root('HOST = "b"\nZONE = "b"\n'),
    });
    // Which of the roots is that of the cluster isn't known.
    expect(await found(files('{ a: "${HOST}", b: "${ZONE}" }'), contract)).toEqual([]);
    expect(await found(files('{ a: "${HOST}", b: "${REGION}" }'), /FX842/)).toEqual(['error FX842 apps/config.yaml:4']);
  });

  it('has keys that nothing reads, each with its line, unless something else may read them', async () => {
    expect(await found(repository('{ a: "${HOST}" }'), contract)).toEqual(['notice FX847 infra/main.tf:11']);
    const other = { 'clusters/prod/pod.yaml': config('x', '{ a: cluster-vars }').replace('default', 'flux-system') };
    expect(await found({ ...repository('{ a: "${HOST}" }'), ...other }, contract)).toEqual([]);
  });

  it('may write more than HCL says: then nothing is missing', async () => {
    const merged = main
      .replace('data = {', 'data = merge(data.aws_ssm_parameters.all, {')
      .replace('  }\n}\n', '  })\n}\n');
    expect(await found(repository('{ a: "${REGION}", b: "${HOST}", c: "${ZONE}" }', merged), contract)).toEqual([]);
    const remote = `${main}module "more" { source = "app.terraform.io/acme/vars/kubernetes" }\n`;
    const { findings, terraformNotSeen } = await auditOf(
      repository('{ a: "${HOST}", b: "${ZONE}" }', remote, 'cluster-var'),
    );
    expect(terraformNotSeen).toEqual(['module app.terraform.io/acme/vars/kubernetes (infra/main.tf:14)']);
    expect(findings.filter(({ code }) => code === 'FX848')).toMatchObject([{ severity: 'warning' }]);
  });

  it('may write more keys of some names: a var of another name is missing', async () => {
    const zones = main
      .replace('data = {', 'data = merge({ for i, v in var.zones : "zone_${i}" => v }, {')
      .replace('  }\n}\n', '  })\n}\n');
    const files = (data: string) => repository(data, `variable "zones" {}\n${zones}`);
    expect(await found(files('{ a: "${HOST}", b: "${ZONE}", c: "${zone_1}" }'), contract)).toEqual([]);
    const { findings } = await auditOf(files('{ a: "${HOST}", b: "${ZONE}", c: "${REGION}" }'));
    expect(findings.filter(({ code }) => contract.test(code))).toMatchObject([
      {
        severity: 'error',
        code: 'FX842',
        notes: ['data.c of ConfigMap/web reads it', 'the keys that only Terraform knows have other names'],
      },
    ]);
  });

  it('has almost the name that is read', async () => {
    expect(await found(repository('{ a: "${HOST}" }', main, 'cluster-var'), /FX848/)).toEqual([
      'error FX848 clusters/prod/apps.yaml:11',
    ]);
    expect(await found(repository('{ a: "${HOST}" }', main, 'other'), /FX84[48]/)).toEqual([
      'warning FX848 clusters/prod/apps.yaml:11',
    ]);
    expect(await found(repository('{ a: "${OTHER}" }', main, 'other'), /FX84[48]/)).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
  });

  it('is compared with the keys of valuesFrom and of env', async () => {
    const release = (key: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec:
  interval: 5m
  chartRef: { kind: OCIRepository, name: web }
  valuesFrom: [{ kind: ConfigMap, name: web-values, valuesKey: ${key} }]
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: web, namespace: flux-system }
spec: { interval: 1h, url: oci://ghcr.io/acme/web, ref: { tag: 1.0.0 } }
`;
    const values = `resource "kubernetes_config_map" "values" {
  metadata {
    name      = "web-values"
    namespace = "flux-system"
  }
  data = { "values.yaml" = yamlencode({ a = aws_vpc.main.id }) }
}
`;
    const files = (key: string) => ({
      ...repository('{ a: "${HOST}", b: "${ZONE}" }'),
      'apps/release.yaml': release(key),
      'infra/values.tf': values,
    });
    expect(await found(files('values.yaml'), contract)).toEqual([]);
    expect(await found(files('value.yaml'), contract)).toEqual(['error FX849 apps/release.yaml:7']);
  });

  it('is compared with the properties that ExternalSecrets read', async () => {
    const secrets = `resource "aws_secretsmanager_secret" "db" {
  name = "prod/database"
}
resource "aws_secretsmanager_secret_version" "first" {
  secret_id     = aws_secretsmanager_secret.db.id
  secret_string = jsonencode({ username = "app", password = random_password.db.result })
}
`;
    const external = (key: string, property: string) => `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: main }
spec: { provider: { aws: { service: SecretsManager, region: eu-central-1 } } }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: db, namespace: default }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  data:
    - secretKey: password
      remoteRef:
        key: ${key}
        property: ${property}
`;
    const files = (key: string, property: string, tf = secrets) => ({
      ...repository('{ a: "${HOST}", b: "${ZONE}" }'),
      'apps/db.yaml': external(key, property),
      'infra/secrets.tf': tf,
    });
    expect(await found(files('prod/database', 'password'), contract)).toEqual([]);
    expect(await found(files('prod/database', 'pasword'), contract)).toEqual(['error FX849 apps/db.yaml:15']);
    expect(await found(files('prod/databse', 'password'), contract)).toEqual(['error FX848 apps/db.yaml:14']);
    expect(await found(files('prod/other', 'password'), contract)).toEqual([]);
    const azure =
      'resource "azurerm_key_vault_secret" "db" {\n  name = "database"\n  value = random_password.db.result\n}\n';
    const inVault = external('databse', 'password').replace(
      'aws: { service: SecretsManager, region: eu-central-1 }',
      'azurekv: { vaultUrl: https://acme.vault.azure.net }',
    );
    expect(await found({ ...files('', '', azure), 'apps/db.yaml': inVault }, contract)).toEqual([
      'error FX848 apps/db.yaml:14',
    ]);
  });

  it('is managed twice if Flux applies it, too', async () => {
    const twice = {
      'clusters/prod/vars.yaml': config('cluster-vars', '{ HOST: a, ZONE: b }').replace('default', 'flux-system'),
    };
    expect(await found({ ...repository('{ a: "${HOST}", b: "${ZONE}" }'), ...twice }, /FX78/)).toEqual([
      'error FX781 clusters/prod/vars.yaml:1',
    ]);
  });
});

describe('what is wrong with Terraform', () => {
  it('is said, and the rest goes on', async () => {
    const files = { ...repository('{ a: "${HOST}", b: "${REGION}" }'), 'infra/broken.tf': 'resource "a" {\n' };
    const { findings } = await auditOf(files);
    expect(findings.filter(({ file }) => file === 'infra/broken.tf')).toHaveLength(1);
    expect(findings.map(({ code }) => code)).toContain('FX842');
  });

  it('may be in a plan, which takes the place of HCL', async () => {
    const resource = (data: object) => ({
      address: 'kubernetes_config_map_v1.vars',
      mode: 'managed',
      type: 'kubernetes_config_map_v1',
      name: 'vars',
      provider_name: 'registry.terraform.io/hashicorp/kubernetes',
      values: { metadata: [{ name: 'cluster-vars', namespace: 'flux-system' }], data },
    });
    const state = (data: object) =>
      Buffer.from(JSON.stringify({ format_version: '1.0', values: { root_module: { resources: [resource(data)] } } }));
    const folder = folderWith(repository('{ a: "${HOST}", b: "${ZONE}" }'));
    const codes = async (bytes: Uint8Array) => {
      const { findings, terraform } = await runAudit({ folder, plans: [{ name: 'state.json', bytes }] });
      return [...terraform, ...findings.flatMap(({ code }) => (contract.test(code) || code < 'FX5' ? code : []))];
    };
    expect(await codes(state({ HOST: 'a', ZONE: 'b' }))).toEqual(['state.json']);
    expect(await codes(state({ HOST: 'a' }))).toEqual(['state.json', 'FX842']);
    expect(await codes(Buffer.from('no plan'))).toHaveLength(2);
  });
});

describe('a Secret that Terraform writes', () => {
  const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: redis, namespace: redis }
spec:
  interval: 5m
  chart: { spec: { chart: ./redis, sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system } } }
  valuesFrom:
    - { kind: Secret, name: redis-values }
`;
  const elsewhere = `apiVersion: v1
kind: Secret
metadata: { name: redis-values, namespace: other }
stringData: { values.yaml: "a: 1" }
`;
  const files = (namespace: string, type = 'kubernetes_secret_v1'): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/redis.yaml': release,
    'clusters/prod/other.yaml': elsewhere,
    'infra/main.tf':
      type === 'kubernetes_secret_v1'
        ? main
            .replace('kubernetes_config_map_v1', type)
            .replace('"cluster-vars"', '"redis-values"')
            .replace('"flux-system"', `"${namespace}"`)
            .replace('HOST =', '"values.yaml" =')
        : `terraform {
  backend "s3" {}
}
resource "kubectl_manifest" "values" {
  yaml_body = yamlencode({
    apiVersion = "v1"
    kind       = "Secret"
    metadata   = { name = "redis-values", namespace = "${namespace}" }
    stringData = { "values.yaml" = "a: 1" }
  })
}
`,
  });

  it.each(['kubernetes_secret_v1', 'kubectl_manifest'])(
    'by %s counts in its namespace alone, also if another one has its name',
    async (type) => {
      expect(await found(files('redis', type), /^FX(?:307|610|63|84)/)).toEqual([]);
      expect(await found(files('default', type), /^FX610/)).toEqual(['notice FX610 clusters/prod/redis.yaml:8']);
    },
  );
});

describe('a Secret that Terraform writes into namespaces that it alone knows', () => {
  const each = `terraform {
  backend "s3" {}
}
variable "namespaces" {}
resource "kubernetes_secret" "snapshots" {
  for_each = toset(var.namespaces)
  metadata {
    name      = "snapshots"
    namespace = each.value
  }
  data = {
    bucket = "a"
  }
}
`;
  const pod = (name: string, key = 'bucket') => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers:
    - name: web
      image: nginx
      env: [{ name: BUCKET, valueFrom: { secretKeyRef: { name: ${name}, key: ${key} } } }]
`;
  const files = (name: string, key?: string): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': pod(name, key),
    'infra/main.tf': each,
  });

  it('has its name in each, and its keys', async () => {
    expect(await found(files('snapshots'), contract)).toEqual([]);
    expect(await found(files('snapshots', 'buckets'), contract)).toEqual(['error FX849 clusters/prod/web.yaml:8']);
  });

  it('is almost the one that is read, as a warning', async () => {
    expect(await found(files('snapshot'), contract)).toEqual(['warning FX848 clusters/prod/web.yaml:8']);
    expect(await found(files('others'), contract)).toEqual([]);
  });
});

describe('the secrets of a store that Terraform makes', () => {
  const make = (...names: readonly string[]) =>
    `terraform {\n  backend "azurerm" {}\n}\n${names.map((name) => `resource "azurerm_key_vault_secret" "${name}" {\n  name = "${name}"\n  value = random_password.a.result\n}\n`).join('')}`;
  const read = (...keys: readonly string[]) => `apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: { name: vault, namespace: web }
spec: { provider: { azurekv: { vaultUrl: https://acme.vault.azure.net } } }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web, namespace: web }
spec:
  secretStoreRef: { kind: SecretStore, name: vault }
  data:
${keys.map((key) => `    - { secretKey: ${key}, remoteRef: { key: ${key} } }\n`).join('')}`;
  const of = (reads: readonly string[], makes: readonly string[]) =>
    found(
      { ...bootstrapped('prod'), 'clusters/prod/web.yaml': read(...reads), 'infra/main.tf': make(...makes) },
      contract,
    );

  it('fit, or one of them was renamed', async () => {
    expect(await of(['user', 'password', 'jwt-key'], ['user', 'password', 'jwt-key'])).toEqual([]);
    expect(await of(['user', 'password', 'jwt-key'], ['user', 'password', 'signing'])).toEqual([
      'warning FX848 clusters/prod/web.yaml:14',
    ]);
  });

  it.each<[what: string, reads: readonly string[], makes: readonly string[]]>([
    ['others make some of them', ['user', 'password', 'a', 'b'], ['user', 'password', 'signing']],
    ['nothing reads several', ['user', 'password', 'a'], ['user', 'password', 'signing', 'more']],
    ['Terraform makes few of them', ['user', 'a'], ['user', 'signing']],
  ])('say nothing where %s', async (_, reads, makes) => {
    expect(await of(reads, makes)).toEqual([]);
  });
});

describe('a name that Terraform knows in parts', () => {
  const encoded = `terraform {
  backend "s3" {}
}
variable "cluster" {}
resource "kubectl_manifest" "vars" {
  yaml_body = yamlencode({
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "eks-\${var.cluster}-vars", namespace = "flux-system" }
    data       = { HOST = aws_route53_zone.main.name, ZONE = "a" }
  })
}
`;
  const resource = main
    .replace('"cluster-vars"', '"eks-${var.cluster}-vars"')
    .replace('resource', 'variable "cluster" {}\nresource');

  it.each([
    ['of a manifest', encoded],
    ['of a resource', resource],
  ])('%s supplies its vars to whatever reads a name that fits', async (_, terraform) => {
    const name = 'eks-prod-vars';
    expect(await found(repository('{ a: "${HOST}", b: "${ZONE}" }', terraform, name), contract)).toEqual([]);
    expect(await found(repository('{ a: "${HOST}", b: "${ZONES}" }', terraform, name), /FX842/)).toEqual([
      'error FX842 apps/config.yaml:4',
    ]);
    expect(await found(repository('{ a: "${HOST}", b: "${ZONES}" }', terraform, 'other'), /FX84[24]/)).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
  });
});

describe("a vault of Azure that isn't Terraform's", () => {
  const files = (name: string, more = ''): Files => ({
    ...repository('{ a: "${HOST}", b: "${ZONE}" }'),
    'apps/store.yaml': `apiVersion: external-secrets.io/v1
kind: SecretStore
metadata: { name: main, namespace: default }
spec: { provider: { azurekv: { vaultUrl: "https://${name}.vault.azure.net" } } }
`,
    'infra/vault.tf': `resource "azurerm_key_vault" "main" {\n  name = "shop-prd"\n}\n${more}`,
  });

  it('is told if it has almost its name', async () => {
    expect(await found(files('shop-prod'), /FX848/)).toEqual(['warning FX848 apps/store.yaml:4']);
    expect(await found(files('shop-prd'), /FX848/)).toEqual([]);
    expect(await found(files('others'), /FX848/)).toEqual([]);
    const unknown = 'resource "azurerm_key_vault" "more" {\n  name = random_pet.name.id\n}\n';
    expect(await found(files('shop-prod', unknown), /FX848/)).toEqual([]);
  });
});
