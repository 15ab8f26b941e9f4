import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, kustomization } from './repository.js';

const ROOT = 'terraform {\n  backend "s3" {}\n}\n';
const said = async (files: Files, code: RegExp): Promise<readonly string[]> =>
  (await auditOf(files)).findings
    .filter((one) => code.test(one.code))
    .map((one) => `${one.severity} ${one.code} ${one.message} | ${one.fix}`);

const tree = (object: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': kustomization('web'),
  'web/web.yaml': object,
});
const release = (values = '{}'): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: dns, namespace: dns }
spec: { interval: 1h, url: oci://ghcr.io/acme/dns, ref: { tag: 1.0.0 } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: external-dns, namespace: dns }
spec: { interval: 5m, chartRef: { kind: OCIRepository, name: dns }, values: ${values} }
`;
const given = (namespace: string, account: string): string => `resource "aws_eks_pod_identity_association" "dns" {
  namespace       = "${namespace}"
  service_account = "${account}"
}
`;

describe('rights that Terraform gives to an account', () => {
  const code = /^FX893$/;

  it('of a namespace that is nowhere, while one release has the name', async () => {
    const files = (namespace: string) => ({
      ...tree(release()),
      'infra/main.tf': `${ROOT}${given(namespace, 'external-dns')}`,
    });
    expect(await said(files('dns'), code)).toEqual([]);
    expect(await said(files('external-dns'), code)).toEqual([
      'warning FX893 Terraform gives rights to ServiceAccount "external-dns" in namespace "external-dns", where nothing is, and the tree has it in "dns" | did you mean "dns"?',
    ]);
    // A release of Terraform's own is there.
    const more = `resource "helm_release" "x" {\n  name      = "x"\n  namespace = "external-dns"\n}\n`;
    expect(await said(files('networking'), code)).toEqual([]);
    const both = { ...files('external-dns'), 'infra/more.tf': more };
    expect(await said(both, code)).toEqual([]);
  });

  it('that another root gives to the account that the tree has', async () => {
    const object = release('{ serviceAccount: { name: external } }');
    const files = (dev: string) => ({
      ...tree(object),
      'infra/dev/main.tf': `${ROOT}${given('dns', dev)}`,
      'infra/live/main.tf': `${ROOT}${given('dns', 'external')}`,
    });
    expect(await said(files('external'), code)).toEqual([]);
    expect(await said(files('controller'), code)).toEqual([
      'warning FX893 Terraform gives rights to ServiceAccount "controller" in namespace "dns", where the tree has no such account, and in infra/live to "external" | did you mean "external"?',
    ]);
  });

  it('while the only account that needs some gets none', async () => {
    const terraform = (name: string) => `${ROOT}resource "kubernetes_service_account" "web" {
  metadata {
    name        = "web"
    namespace   = "default"
    annotations = { "azure.workload.identity/client-id" = "x" }
  }
}
resource "azurerm_federated_identity_credential" "web" {
  subject = "system:serviceaccount:default:${name}"
}
`;
    const files = (name: string) => ({ ...tree(config('x', '{ a: b }')), 'infra/main.tf': terraform(name) });
    expect(await said(files('web'), code)).toEqual([]);
    expect(await said(files('server'), code)).toEqual([
      'warning FX893 Terraform gives rights to ServiceAccount "server" in namespace "default", where the tree has no such account, and "web" gets none | did you mean "web"?',
    ]);
  });
});

describe('rights that a module of a registry gives', () => {
  const account = (name: string, role: boolean) => `apiVersion: v1
kind: ServiceAccount
metadata: { name: ${name}, namespace: images${role ? ', annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/a" }' : ''} }
`;
  const files = (name: string) => ({
    ...tree([account('reflector', true), account('automation', false)].join('---\n')),
    'infra/main.tf': `${ROOT}module "role" {
  source = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks"
  oidc_providers = { main = { provider_arn = "a", namespace_service_accounts = ["images:${name}"] } }
}
`,
  });

  it('are of use where the account takes them', async () => {
    expect(await said(files('reflector'), /^FX893$/)).toEqual([]);
    expect(await said(files('automation'), /^FX893$/)).toEqual([
      'warning FX893 Terraform gives rights to ServiceAccount "automation" in namespace "images", which has no annotation that takes them; "reflector" has one, and gets none | did you mean "reflector"?',
    ]);
  });

  it('are compared with those of the same block in another root', async () => {
    const module = (namespace: string) => `${ROOT}module "issuer" {
  source    = "terraform-google-modules/kubernetes-engine/google//modules/workload-identity"
  name      = "external-dns"
  namespace = "${namespace}"
}
`;
    const roots = (namespace: string) => ({
      ...tree(release()),
      'infra/eu/main.tf': module('dns'),
      'infra/us/main.tf': module(namespace),
    });
    expect(await said(roots('dns'), /^FX893$/)).toEqual([]);
    expect(await said(roots('names'), /^FX893$/)).toEqual([
      'warning FX893 Terraform gives rights to ServiceAccount "external-dns" in namespace "names", where nothing is, and in infra/eu to the one in "dns" | did you mean "dns"?',
    ]);
  });
});

describe('an account that Terraform makes', () => {
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: job, namespace: batch }
spec: { serviceAccountName: indexer, containers: [{ name: a, image: ghcr.io/acme/a:1.0.0 }] }
`;
  const made = (name: string) => `resource "kubernetes_service_account" "${name}" {
  metadata {
    name      = "${name}"
    namespace = "batch"
  }
}
`;
  it('is not used, and pods run as one that nothing makes', async () => {
    const files = (terraform: string) => ({ ...tree(pod), 'infra/main.tf': `${ROOT}${terraform}` });
    expect(await said(files(made('indexer')), /^FX893$/)).toEqual([]);
    expect(await said(files(made('cache')), /^FX893$/)).toEqual([
      'warning FX893 Pod/job runs as ServiceAccount "indexer" in namespace "batch", which nothing makes, and Terraform makes "cache", which nothing uses | write the same name on both sides: "cache" here, or "indexer" in Terraform',
    ]);
    expect(await said(files(made('cache') + made('other')), /^FX893$/)).toEqual([]);
  });
});

describe('the output of another root', () => {
  const files = (read: string, key = 'infra.tfstate'): Files => ({
    ...tree(config('x', '{ a: b }')),
    'infra/main.tf': `terraform {
  backend "s3" {
    bucket = "states"
    key    = "infra.tfstate"
  }
}
output "vpc_id" {
  value = aws_vpc.main.id
}
`,
    'cluster/main.tf': `terraform {
  backend "s3" {
    bucket = "states"
    key    = "cluster.tfstate"
  }
}
data "terraform_remote_state" "infra" {
  backend = "s3"
  config = {
    bucket = "states"
    key    = "${key}"
  }
}
locals {
  infra = data.terraform_remote_state.infra.outputs
  vpc   = ${read}
}
`,
  });
  it('is there', async () => {
    expect(await said(files('local.infra.vpc_id'), /^FX895$/)).toEqual([]);
    expect(await said(files('data.terraform_remote_state.infra.outputs.vpc_id'), /^FX895$/)).toEqual([]);
    const lacks =
      'error FX895 Terraform in cluster reads the output "vpc_ids" of infra, which has no such output: its plan fails | did you mean "vpc_id"?';
    expect(await said(files('local.infra.vpc_ids'), /^FX895$/)).toEqual([lacks]);
    expect(await said(files('data.terraform_remote_state.infra.outputs.vpc_ids'), /^FX895$/)).toEqual([lacks]);
    expect(await said(files('try(local.infra.vpc_ids, null)'), /^FX895$/)).toEqual([]);
    expect(await said(files('local.infra.vpc_ids', 'other.tfstate'), /^FX895$/)).toEqual([]);
  });
});

describe('the id of an account', () => {
  const files = (value: string, object: string, name = 'account_id'): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization(
      'web',
      '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars }] }\n',
    ),
    'web/web.yaml': object,
    'infra/main.tf': `${ROOT}variable "account_id" {}
provider "aws" {
  region = "eu-west-1"
}
resource "kubernetes_config_map" "vars" {
  metadata {
    name      = "vars"
    namespace = "flux-system"
  }
  data = merge({ for k in var.account_id : "x_\${k}" => k }, {
    ${name} = ${value}
  })
}
`,
  });
  const data = 'data.aws_caller_identity.this.account_id';
  const code = /^FX896$/;

  it('becomes a number where a text must be', async () => {
    const map = config('x', '{ a: "${account_id}", b: "arn:${account_id}" }');
    expect(await said(files(data, map), code)).toEqual([
      expect.stringContaining(
        'error FX896 ConfigMap/x: data.a becomes a number, since ${account_id} is the id of an account: the API server refuses it',
      ),
    ]);
    expect(await said(files('var.account_id', map), code)).toEqual([expect.stringContaining('warning FX896')]);
    expect(await said(files(`"\\"\${${data}}\\""`, map), code)).toEqual([]);
  });

  it('takes all labels with it', async () => {
    const labelled = config('x', '{ a: b }').replace('{ name: x,', '{ name: x, labels: { account: "${account_id}" },');
    expect(await said(files(data, labelled), code)).toEqual([
      expect.stringContaining('warning FX896 ConfigMap/x: metadata.labels.account becomes a number'),
    ]);
  });
});

describe('secrets of Infisical', () => {
  const made = `resource "infisical_secret_folder" "web" {
  folder_path = "/apps"
  name        = "web"
}
resource "infisical_secret" "key" {
  folder_path = infisical_secret_folder.web.path
  name        = "WEB_ENCRYPTION_KEY"
}
`;
  const read = (key: string): string => `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: main }
spec: { provider: { infisical: { secretsScope: { projectSlug: a, environmentSlug: b, secretsPath: /apps } } } }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web, namespace: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: main }
  data: [{ secretKey: a, remoteRef: { key: ${key} } }]
`;
  it('have the folder in their name', async () => {
    const files = (key: string) => ({ ...tree(read(key)), 'infra/main.tf': `${ROOT}${made}` });
    expect(await said(files('/apps/web/WEB_ENCRYPTION_KEY'), /^FX848$/)).toEqual([]);
    expect(await said(files('web/WEB_ENCRYPTION_KEY'), /^FX848$/)).toEqual([]);
    expect(await said(files('/apps/web/ENCRYPTION_KEY'), /^FX848$/)).toEqual([
      'warning FX848 ExternalSecret/web reads the remote secret "/apps/web/ENCRYPTION_KEY", and Terraform makes "/apps/web/WEB_ENCRYPTION_KEY" | did you mean "/apps/web/WEB_ENCRYPTION_KEY"?',
    ]);
  });
});
