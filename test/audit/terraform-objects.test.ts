import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

/** A cluster of one folder, and a root of Terraform. */
const files = (tree: string, terraform: string, more: Files = {}): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': tree,
  'infra/main.tf': `terraform {\n  backend "s3" {}\n}\n${terraform}`,
  ...more,
});
const made = (type: string, name: string, namespace?: string): string => `resource "${type}" "main" {
  metadata {
    name      = "${name}"${namespace === undefined ? '' : `\n    namespace = ${namespace}`}
  }
}
`;
const account = (name: string) => made('kubernetes_service_account', name, '"web"');
const namespace = (name: string) => made('kubernetes_namespace_v1', name);
const pod = (of: string, at = 'web') => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: ${at} }
spec:
  serviceAccountName: ${of}
  containers: [{ name: web, image: nginx }]
`;
const unseen = 'module "more" {\n  source = "acme/more/kubernetes"\n}\n';

describe('a ServiceAccount that Terraform makes', () => {
  it('is the one that a pod names, in each namespace that Terraform alone knows', async () => {
    expect(await found(files(pod('web-identity'), account('web-identity')), /FX630/)).toEqual([]);
    const each = `variable "all" {}\n${made('kubernetes_service_account', 'web-identity', 'each.value').replace('{\n', '{\n  for_each = toset(var.all)\n')}`;
    expect(await found(files(pod('web-identity'), each), /FX630/)).toEqual([]);
    expect(await found(files(pod('web-identiy'), each), /FX630/)).toEqual(['warning FX630 clusters/prod/web.yaml:5']);
  });

  it('was renamed, if nothing else has its name', async () => {
    const renamed = files(pod('web-identity-sa'), account('web-identity'));
    expect(await found(renamed, /FX630/)).toEqual(['warning FX630 clusters/prod/web.yaml:5']);
    const { findings } = await auditOf(renamed);
    expect(findings.find(({ code }) => code === 'FX630')).toMatchObject({
      notes: [
        `Terraform's kubernetes_service_account.main (infra/main.tf:4) makes "web-identity", and nothing names it`,
      ],
      fix: 'correct the name; did you mean "web-identity"?',
    });
  });

  it.each<[what: string, more: Files]>([
    ['a file that Flux does not apply', { 'charts/web/values.yaml': 'account: web-identity\n' }],
    ['another resource', { 'infra/x.tf': 'resource "helm_release" "x" {\n  values = ["sa: web-identity"]\n}\n' }],
    ['a name with a var', { 'clusters/prod/b.yaml': pod('"web-${KIND}"').replace('name: web,', 'name: b,') }],
  ])('may be for %s', async (_, more) => {
    expect(await found(files(pod('web-identity-sa'), account('web-identity'), more), /FX630/)).toEqual([]);
  });
});

describe('a Secret whose name Terraform alone knows', () => {
  it('is not taken for one that is misspelt in the tree', async () => {
    const tree = `apiVersion: v1
kind: Secret
metadata: { name: token-key, namespace: web }
---
${pod('default').replace('image: nginx', 'image: nginx, envFrom: [{ secretRef: { name: token-kye } }]')}`;
    const unknown = `variable "name" {}\n${made('kubernetes_secret', 'x', '"web"').replace('"x"', 'var.name')}`;
    expect(await found(files(tree, unknown), /FX630/)).toEqual(await found(files(tree, ''), /FX630/));
    expect(await found(files(tree, unknown), /FX630/)).toHaveLength(1);
  });
});

describe('a Namespace that Terraform makes', () => {
  const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec:
  interval: 5m
  targetNamespace: web
  chartRef: { kind: OCIRepository, name: web }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: web, namespace: flux-system }
spec: { interval: 1h, url: oci://ghcr.io/acme/web, ref: { tag: 1.0.0 } }
`;
  const names = /FX307|FX892/;

  it('is there', async () => {
    expect(await found(files(release, ''), names)).toEqual(['notice FX307 clusters/prod/web.yaml:6']);
    expect(await found(files(release, namespace('web')), names)).toEqual([]);
    const helm = 'resource "helm_release" "x" {\n  name = "x"\n  namespace = "web"\n  create_namespace = true\n}\n';
    expect(await found(files(release, helm), names)).toEqual([]);
    const each = `variable "all" {}\n${namespace('web').replace('"web"', 'each.value').replace('{\n', '{\n  for_each = toset(var.all)\n')}`;
    expect(await found(files(release, each), names)).toEqual([]);
  });

  it('has another name than that of the tree', async () => {
    const tree = pod('default', 'monitoring');
    expect(await found(files(tree, namespace('monitorng')), names)).toEqual(['warning FX892 clusters/prod/web.yaml:3']);
    expect(await found(files(tree, namespace('observability')), names)).toEqual([
      'notice FX892 clusters/prod/web.yaml:3',
    ]);
  });

  it.each<[what: string, tree: string, terraform: string]>([
    ['a module may make the other', pod('default', 'monitoring'), namespace('observability') + unseen],
    ['two namespaces are made by hand', `${pod('default', 'a-ns')}---\n${pod('default', 'b-ns')}`, namespace('more')],
    [
      'the tree makes it',
      `${pod('default', 'a')}---\n${'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n'}`,
      namespace('more'),
    ],
    [
      'Terraform fills it',
      pod('default', 'monitoring'),
      `${namespace('vault')}resource "helm_release" "v" {\n  name = "v"\n  namespace = "vault"\n}\n`,
    ],
  ])('is not compared where %s', async (_, tree, terraform) => {
    expect(await found(files(tree, terraform), /FX892/)).toEqual([]);
  });
});

describe('a ServiceAccount that Terraform gives rights', () => {
  const association = (at: string, name: string) => `resource "aws_eks_pod_identity_association" "main" {
  namespace       = ${at}
  service_account = "${name}"
  role_arn        = aws_iam_role.main.arn
}
`;
  const subject = (text: string) =>
    `resource "azurerm_federated_identity_credential" "main" {\n  subject = "${text}"\n}\n`;
  const policy = (text: string) => `resource "aws_iam_role" "main" {
  assume_role_policy = <<-JSON
    { "Condition": { "StringEquals": { "\${aws_eks_cluster.main.url}:sub": "${text}" } } }
  JSON
}
`;
  const document = (text: string) => `data "aws_iam_policy_document" "main" {
  statement {
    condition {
      test     = "StringEquals"
      variable = "sub"
      values   = ["${text}"]
    }
  }
}
`;
  const member = (text: string) => `variable "project" {}
resource "google_service_account_iam_member" "main" {
  member = "serviceAccount:\${var.project}.svc.id.goog[${text}]"
}
`;
  const tree = pod('web-reader', 'web-shop');

  it('is that of the tree', async () => {
    for (const terraform of [
      association('"web-shop"', 'web-reader'),
      subject('system:serviceaccount:web-shop:web-reader'),
      policy('system:serviceaccount:web-shop:web-reader'),
      document('system:serviceaccount:web-shop:web-reader'),
      member('web-shop/web-reader'),
    ])
      expect(await found(files(tree, terraform), /FX893/)).toEqual([]);
  });

  it('has almost the namespace or the name of it', async () => {
    for (const [terraform, line] of [
      [association('"webshop"', 'web-reader'), 4],
      [association('"web-shop"', 'web-raeder'), 4],
      [subject('system:serviceaccount:webshop:web-reader'), 4],
      [policy('system:serviceaccount:web-shop:webreader'), 4],
      [document('system:serviceaccount:web-shop:webreader'), 4],
      [member('webshop/web-reader'), 5],
    ] as const)
      expect(await found(files(tree, terraform), /FX893/)).toEqual([`warning FX893 infra/main.tf:${line}`]);
  });

  it('is only likely by the default of a variable', async () => {
    const given = `${association('var.at', 'web-reader')}variable "at" {\n  default = "webshop"\n}\n`;
    expect(await found(files(tree, given), /FX893/)).toEqual(['notice FX893 infra/main.tf:4']);
    const tfvars = { 'infra/terraform.tfvars': 'at = "webshop"\n' };
    expect(await found(files(tree, given, tfvars), /FX893/)).toEqual(['warning FX893 infra/main.tf:4']);
  });

  it.each<[what: string, terraform: string]>([
    ['is another one', association('"cicd"', 'web-reader')],
    ['is in a namespace of Terraform', association('"webshop"', 'web-reader') + namespace('webshop')],
    [
      'is one of two that get rights',
      association('"webshop"', 'web-reader') + subject('system:serviceaccount:web-shop:web-reader'),
    ],
    ['is any', subject('system:serviceaccount:webshop:*')],
    ['is not in the other namespace', association('"webshop"', 'other')],
    ['is of a chart', association('"web-shop"', 'controller')],
  ])('is not compared where it %s', async (_, terraform) => {
    expect(await found(files(tree, terraform), /FX893/)).toEqual([]);
  });
});

describe('a ConfigMap or Secret that several roots write', () => {
  const root = (key: string, more = '') => `terraform {
  backend "s3" {}
}
variable "all" {}
resource "kubernetes_secret" "bucket" {
  for_each = toset(var.all)
  metadata {
    name      = "bucket"
    namespace = each.value
  }
  data = {
    ${key} = "a"${more}
  }
}
`;
  const env = (rest: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers: [{ name: web, image: nginx, ${rest} }]
`;
  const reader = env('env: [{ name: A, valueFrom: { secretKeyRef: { name: bucket, key: name } } }]');
  const both = (dev: string, prod: string, tree = reader): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': tree,
    'infra/dev/main.tf': dev,
    'infra/prod/main.tf': prod,
  });

  it('lacks in one of them a key that the others have', async () => {
    expect(await found(both(root('name'), root('name')), /FX84/)).toEqual([]);
    const { findings } = await auditOf(both(root('bucket_name'), root('name')));
    expect(findings.filter(({ code }) => code === 'FX849')).toMatchObject([
      {
        severity: 'warning',
        file: 'infra/dev/main.tf',
        line: 12,
        message:
          'Terraform in infra/dev writes "bucket_name" to Secret "bucket", which nothing reads, and not "name", which Pod/web reads and infra/prod writes',
      },
    ]);
  });

  it.each<[what: string, files: Files]>([
    ['something reads any key', both(root('other'), root('name'), env('envFrom: [{ secretRef: { name: bucket } }]'))],
    [
      'the key is optional',
      both(root('other'), root('name'), reader.replace('key: name', 'key: name, optional: true')),
    ],
    ['nothing reads it', both(root('other'), root('name'), reader.replace('key: name', 'key: more'))],
    ['one root writes two others', both(root('other', '\n    more = "a"'), root('name'))],
    ['the blocks differ', both(root('other').replace('"bucket" {', '"more" {'), root('name'))],
    ['only Terraform knows the keys', both(root('other').replace(/data = \{[^}]*\}/, 'data = var.all'), root('name'))],
  ])('is not compared where %s', async (_, all) => {
    expect((await found(all, /FX849/)).filter((one) => one.includes('infra/'))).toEqual([]);
  });
});

describe('a Secret of the tree that Terraform writes into namespaces that it alone knows', () => {
  const each = `variable "all" {}
resource "kubernetes_secret" "pull" {
  for_each = toset(var.all)
  metadata {
    name      = "pull"
    namespace = each.value
  }
}
`;
  const secret = (name: string) => `apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: web }
stringData: { a: b }
`;
  it('may have two owners, unless the tree makes the namespace, which Terraform then comes before', async () => {
    expect(await found(files(secret('pull'), each), /FX781/)).toEqual(['notice FX781 clusters/prod/web.yaml:1']);
    expect(await found(files(secret('push'), each), /FX781/)).toEqual([]);
    const own = `${secret('pull')}---\napiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n`;
    expect(await found(files(own, each), /FX781/)).toEqual([]);
  });
});

describe('YAML that a module from elsewhere is given', () => {
  const given = (yaml: string) => `variable "token" {}
module "bootstrap" {
  source = "acme/bootstrap/kubernetes"
  resources = {
    secrets = <<-YAML
${yaml}
    YAML
  }
}
`;
  const manifest = (name: string) => `      apiVersion: v1
      kind: Secret
      metadata:
        name: ${name}
      stringData:
        token: '\${var.token}'`;
  const instance: Files = {
    'clusters/prod/flux-system/instance.yaml': `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
  sync: { kind: OCIRepository, url: "oci://ghcr.io/acme/fleet", ref: latest, path: clusters/prod, pullSecret: ghcr-auth }
`,
  };
  const of = (yaml: string) => found({ ...files(pod('default'), given(yaml)), ...instance }, /FX630|FX850/);

  it('has the Secret that Flux reads, or one of another name', async () => {
    expect(await of(manifest('ghcr-auth'))).toEqual([]);
    expect(await of(manifest('ghcr-pull-auth'))).toEqual(['notice FX630 clusters/prod/flux-system/instance.yaml:6']);
    expect(await of(manifest('other'))).toEqual([]);
  });

  it.each<[what: string, yaml: string]>([
    ['no YAML', '      apiVersion: [\n      kind: {'],
    ['of another kind', '      apiVersion: v1\n      kind: ConfigMap\n      metadata: { name: ghcr-pull-auth }'],
    ['without a name', '      apiVersion: v1\n      kind: Secret\n      metadata: [ghcr-pull-auth]'],
    ['of a name that Terraform alone knows', manifest('ghcr-pull-auth-${var.token}')],
  ])('may be %s', async (_, yaml) => {
    expect(await of(yaml)).toEqual([]);
  });
});

describe('what hides nothing of Terraform', () => {
  const vars = (namespace: string) => `resource "kubernetes_config_map" "vars" {
  metadata {
    name      = "vars"
    namespace = "${namespace}"
  }
  data = { A = "b" }
}
`;
  const tree = {
    ...bootstrapped('prod'),
    'clusters/prod/apps.yaml': kustomization(
      'apps',
      '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars }] }\n',
    ),
    'apps/a.yaml': config('a', '{ a: "${A}" }'),
  };
  const severities = async (more: string): Promise<readonly string[]> =>
    found({ ...tree, 'infra/main.tf': `${vars('default')}${more}` }, /FX84[48]/);

  it('is a public module that writes nothing there, or a manifest of Flux itself', async () => {
    const error = ['error FX848 clusters/prod/apps.yaml:11'];
    expect(await severities('')).toEqual(error);
    expect(await severities('module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n}\n')).toEqual(error);
    const git = 'git::https://github.com/terraform-aws-modules/terraform-aws-eks.git//modules/karpenter?ref=v20';
    expect(await severities(`module "eks" {\n  source = "${git}"\n}\n`)).toEqual(error);
    const manifest = (name: string) =>
      `variable "all" {}\nresource "kubectl_manifest" "${name}" {\n  for_each  = var.all\n  yaml_body = each.value\n}\n`;
    expect(await severities(manifest('fluxcd_sync'))).toEqual(error);
    expect(await severities(manifest('more'))).toEqual(['notice FX844 clusters/prod/apps.yaml:11']);
    expect(await severities('module "more" {\n  source = "acme/more/kubernetes"\n}\n')).toEqual([
      'notice FX844 clusters/prod/apps.yaml:11',
    ]);
  });
});

describe('keys that Flux needs in a Secret of Terraform (FX849)', () => {
  const secret = (keys: string) => `resource "kubernetes_secret" "git" {
  metadata {
    name      = "git"
    namespace = "flux-system"
  }
  data = { ${keys} }
}
`;
  const files = (keys: string, url: string): Files => ({
    ...bootstrapped('prod'),
    'clusters/prod/source.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: web, namespace: flux-system }
spec: { interval: 1m, url: "${url}", secretRef: { name: git } }
`,
    'infra/main.tf': secret(keys),
  });
  it.each([
    ['error', 'identity = "a", "known-hosts" = "b"', 'ssh://git@example.org/web'],
    ['warning', 'username = "a", token = "b"', 'https://example.org/web'],
    ['warning', 'user = "a", pass = "b"', 'https://example.org/web'],
  ])('are an %s: %s', async (severity, keys, url) => {
    expect(await found(files(keys, url), /FX849/)).toEqual([`${severity} FX849 clusters/prod/source.yaml:4`]);
  });
  it('are there', async () => {
    expect(await found(files('identity = "a", known_hosts = "b"', 'ssh://git@example.org/web'), /FX849/)).toEqual([]);
    expect(await found(files('username = "a", password = "b"', 'https://example.org/web'), /FX849/)).toEqual([]);
  });
});

it.each<readonly [string, Files, string]>([
  ['is the one of Flux', {}, 'error FX781 web/a.yaml:1'],
  [
    'is of a cloud, and that of Flux of Talos',
    { 'talos/talconfig.yaml': 'clusterName: home\n' },
    'notice FX781 web/a.yaml:1',
  ],
])('compares owners with the cluster of Terraform, which %s', async (_, more, expected) => {
  const files: Files = {
    ...bootstrapped('prod'),
    'clusters/prod/web.yaml': kustomization('web'),
    'web/a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n',
    'infra/main.tf': `data "aws_eks_cluster" "this" {
  name = "prod"
}
resource "kubernetes_namespace" "a" {
  metadata {
    name = "a"
  }
}
`,
    ...more,
  };
  expect(await found(files, /FX781/)).toEqual([expected]);
});
