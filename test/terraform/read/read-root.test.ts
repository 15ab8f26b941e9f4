import { beforeAll, describe, expect, it } from 'vitest';
import {
  loadHclParser,
  openTerraformReader,
  type ParseHcl,
  type TerraformRead,
  type TerraformResource,
  UNKNOWN,
} from '../../../src/terraform/read/index.js';
import { terraformFiles } from './terraform-files.js';

let parseHcl: ParseHcl;
beforeAll(async () => {
  parseHcl = await loadHclParser();
});

const read = (texts: Readonly<Record<string, string>>, folder = ''): Promise<TerraformRead> =>
  openTerraformReader(terraformFiles(texts), parseHcl).read(folder);

const one = async (text: string): Promise<TerraformResource> => {
  const { resources } = await read({ 'main.tf': text });
  expect(resources).toHaveLength(1);
  return resources[0]!;
};

describe('the reader of HCL', () => {
  it('evaluates variables, locals, templates and functions, and says which defaults it took', async () => {
    const found = await one(`
variable "env" {
  default = "prod"
}
locals {
  prefix = "shop-\${var.env}"
  labels = merge({ app = "shop" }, { tier = upper("web") })
}
resource "kubernetes_namespace_v1" "shop" {
  metadata {
    name   = "\${local.prefix}-x"
    labels = local.labels
  }
}
`);
    expect(found).toMatchObject({
      address: 'kubernetes_namespace_v1.shop',
      attributes: { metadata: [{ name: 'shop-prod-x', labels: { app: 'shop', tier: 'WEB' } }] },
      place: { file: 'main.tf', line: 9 },
    });
    expect([...found.assumed]).toEqual([['metadata[0].name', ['env']]]);
    expect(found.lineOf('metadata[0].labels')).toEqual({ file: 'main.tf', line: 12 });
    expect(found.lineOf('metadata[0].labels.app')).toEqual({ file: 'main.tf', line: 12 });
    expect(found.lineOf('spec')).toEqual({ file: 'main.tf', line: 9 });
  });

  it('takes values of terraform.tfvars and *.auto.tfvars as they are', async () => {
    const { resources } = await read({
      'main.tf': 'variable "n" {\n  default = "a"\n}\nresource "helm_release" "r" {\n  name = var.n\n}\n',
      'terraform.tfvars': 'n = "b"\n',
      'x.auto.tfvars.json': '{ "n": "c" }',
    });
    expect(resources[0]!.attributes).toEqual({ name: 'c' });
    expect(resources[0]!.assumed.size).toBe(0);
  });

  it.each([
    ['for over what is not known', '[for x in var.given : x]'],
    ['for with a test that is not known', '[for x in ["a"] : x if var.given]'],
    ['a file', 'file("name.txt")'],
    ['a template file', 'templatefile("x.tpl", {})'],
    ['a variable without a value', 'var.given'],
    ['an attribute that the provider sets', 'aws_vpc.main.id'],
    ['a module from elsewhere', 'module.eks.cluster_name'],
    ['a module that is missing', 'module.gone.name'],
    ['a splat', 'aws_vpc.main[*].id'],
    ['a loop of a template', '"a%{ for x in ["b"] }b%{ endfor }"'],
    ['lines that a template may have', '<<-EOT\na: 1\n%{ if var.given }\nb: 1\n%{ endif }\nEOT\n'],
    ['a function that reads the clock', 'timestamp()'],
    ['the workspace', 'terraform.workspace'],
    ['a local that leads to itself', 'local.a'],
    ['a `for` in two others', '[for a in ["x"] : [for b in ["x"] : [for c in ["x"] : c]]][0][0]'],
    ['what is nested too deep', `${'('.repeat(150)}1${')'.repeat(150)}`],
  ])('leaves %s unknown, without a problem', async (_, expression) => {
    const { resources, problems } = await read({
      'main.tf': `
variable "given" {}
locals {
  a = local.b
  b = local.a
}
resource "aws_vpc" "main" {}
module "eks" {
  source = "terraform-aws-modules/eks/aws"
}
module "gone" {
  source = "./gone"
}
resource "helm_release" "r" {
  name = ${expression}
}
`,
    });
    expect(problems).toEqual([]);
    expect(resources.find(({ type }) => type === 'helm_release')!.attributes).toEqual({ name: UNKNOWN });
  });

  it('evaluates for, and knows which keys a map has in addition to those that are certain', async () => {
    const found = await one(`
variable "zones" {}
locals {
  names = { for name in ["a", "b"] : name => upper(name) if name != "b" }
}
resource "kubernetes_config_map_v1" "vars" {
  data = merge(
    { region = "eu", zone_own = "x" },
    { for i, v in var.zones : "zone_\${i}" => v },
    var.zones == "x" ? { extra = "1" } : {},
    { for k, v in local.names : "name_\${k}" => v },
    [for one in ["c"] : { (one) = "d" }]...
  )
  metadata {
    labels = merge(var.zones, { app = "web" })
    name   = join("-", [for one in ["a", "b"] : "x\${one}"])
  }
}
`);
    expect(found.attributes).toEqual({ data: UNKNOWN, metadata: [{ labels: UNKNOWN, name: 'xa-xb' }] });
    expect([...found.partialMaps!]).toEqual([
      [
        'data',
        {
          known: { region: 'eu', zone_own: UNKNOWN, name_a: 'A', c: 'd' },
          keys: [['zone_', undefined], ['extra']],
        },
      ],
      ['metadata[0].labels', { known: { app: 'web' }, keys: [[undefined]] }],
    ]);
  });

  it('reads attributes of other resources, with count, for_each and legacy indexes', async () => {
    const { resources } = await read({
      'main.tf': `
resource "kubernetes_namespace" "one" {
  metadata {
    name = "one"
  }
}
resource "kubernetes_namespace" "each" {
  for_each = { a = "x", b = "y" }
  metadata {
    name = "\${each.key}-\${each.value}"
  }
}
resource "kubernetes_namespace" "some" {
  count = 2
  metadata {
    name = "n\${count.index}"
  }
}
resource "helm_release" "r" {
  name      = kubernetes_namespace.one.metadata[0].name
  namespace = kubernetes_namespace.each["b"].metadata.0.name
  chart     = kubernetes_namespace.some[1].metadata[0].name
}
`,
    });
    expect(resources.map(({ address }) => address)).toEqual([
      'kubernetes_namespace.one',
      'kubernetes_namespace.each["a"]',
      'kubernetes_namespace.each["b"]',
      'kubernetes_namespace.some[0]',
      'kubernetes_namespace.some[1]',
      'helm_release.r',
    ]);
    expect(resources.at(-1)!.attributes).toEqual({ name: 'one', namespace: 'b-y', chart: 'n1' });
  });

  it('says of a resource whose count is unknown that it is only possible', async () => {
    const { resources } = await read({
      'main.tf': `
variable "on" {}
variable "off" {
  default = false
}
resource "helm_release" "maybe" {
  count = var.on ? 1 : 0
  name  = "x"
}
resource "helm_release" "none" {
  count = var.off ? 1 : 0
  name  = "y"
}
resource "helm_release" "assumed" {
  count = var.off ? 0 : 1
  name  = "z"
}
`,
    });
    expect(resources.map(({ address, isPossible }) => [address, isPossible])).toEqual([
      ['helm_release.maybe[*]', true],
      ['helm_release.assumed[0]', undefined],
    ]);
    expect(resources[1]!.assumed.get('')).toEqual(['off']);
  });

  it('follows local modules with their inputs and outputs, and names those that it does not see', async () => {
    const { resources, unseen, removed } = await read(
      {
        'live/main.tf': `
module "apps" {
  source   = "../modules/apps"
  for_each = toset(["a", "b"])
  ns       = "team-\${each.key}"
}
module "eks" {
  source = "terraform-aws-modules/eks/aws"
}
module "gone" {
  source = "../gone"
}
resource "helm_release" "r" {
  name = module.apps["b"].name
}
`,
        'modules/apps/main.tf': `
variable "ns" {}
resource "kubernetes_namespace" "this" {
  metadata {
    name = var.ns
  }
}
removed {
  from = helm_release.old
  lifecycle {
    destroy = false
  }
}
output "name" {
  value = kubernetes_namespace.this.metadata[0].name
}
`,
      },
      'live',
    );
    expect(resources.map(({ address, attributes }) => [address, attributes])).toEqual([
      ['helm_release.r', { name: 'team-b' }],
      ['module.apps["a"].kubernetes_namespace.this', { metadata: [{ name: 'team-a' }] }],
      ['module.apps["b"].kubernetes_namespace.this', { metadata: [{ name: 'team-b' }] }],
    ]);
    expect(unseen).toMatchObject([
      {
        address: 'module.eks',
        source: 'terraform-aws-modules/eks/aws',
        place: { file: 'live/main.tf', line: 7 },
        reason: 'remote',
      },
      { address: 'module.gone', source: '../gone', place: { file: 'live/main.tf', line: 10 }, reason: 'missing' },
    ]);
    expect(removed[0]).toMatchObject({ from: 'module.apps.helm_release.old', destroys: false });
  });

  it('keeps what is known of a text with unknown parts', async () => {
    const { resources } = await read({
      'main.tf': `
variable "role" {}
resource "kubectl_manifest" "pool" {
  yaml_body = <<-YAML
    kind: EC2NodeClass
    metadata:
      name: default
    spec:
      role: \${var.role}
  YAML
}
resource "kubectl_manifest" "encoded" {
  yaml_body = yamlencode({ kind = "NodePool", spec = { role = var.role } })
}
resource "kubectl_manifest" "named" {
  yaml_body = yamlencode({ kind = "ConfigMap", metadata = { name = "eks-\${var.role}-vars" } })
}
`,
    });
    expect(resources[0]!.attributes).toEqual({ yaml_body: UNKNOWN });
    expect(resources[0]!.partialTexts.get('yaml_body')).toEqual([
      'kind: EC2NodeClass\nmetadata:\n  name: default\nspec:\n  role: ',
      undefined,
      '\n',
    ]);
    expect(resources[1]!.partialTexts.get('yaml_body')).toEqual([
      '{"kind":"NodePool","spec":{"role":',
      undefined,
      '}}',
    ]);
    expect(resources[2]!.partialTexts.get('yaml_body')).toEqual([
      '{"kind":"ConfigMap","metadata":{"name":"eks-',
      undefined,
      '-vars"}}',
    ]);
  });

  it('reads the conditions of a template', async () => {
    const { resources } = await read({
      'main.tf': `
variable "given" {}
resource "helm_release" "r" {
  name      = "a%{ if true }b%{ else }c%{ endif }d"
  namespace = "a%{ if false }b%{ else }%{ if true }c%{ endif }%{ endif }d"
  chart     = "a %{~ if true ~} b %{~ endif ~} d"
  version   = "a\${var.given == "x" ? aws_vpc.main.id : ""}d"
  timeout   = "a\${false ? aws_vpc.main.id : ""}d"
}
`,
    });
    expect(resources[0]!.attributes).toEqual({
      name: 'abd',
      namespace: 'acd',
      chart: 'abd',
      version: UNKNOWN,
      timeout: 'ad',
    });
    expect(resources[0]!.partialTexts.get('version')).toEqual(['a', undefined, 'd']);
  });

  it('expands dynamic blocks', async () => {
    const found = await one(`
resource "helm_release" "r" {
  set {
    name  = "a"
    value = "1"
  }
  dynamic "set" {
    for_each = { b = 2 }
    content {
      name  = set.key
      value = "\${set.value}"
    }
  }
  dynamic "unknown" {
    for_each = aws_vpc.x.y
    content {}
  }
}
`);
    expect(found.attributes).toEqual({
      set: [
        { name: 'a', value: '1' },
        { name: 'b', value: 2 },
      ],
      unknown: UNKNOWN,
    });
  });

  it('lets override files change attributes, with their own lines', async () => {
    const { resources } = await read({
      'main.tf': 'resource "helm_release" "r" {\n  name    = "a"\n  version = "1"\n}\n',
      'x_override.tf': '\n\nresource "helm_release" "r" {\n  version = "2"\n}\n',
    });
    expect(resources.map(({ attributes }) => attributes)).toEqual([{ name: 'a', version: '2' }]);
    expect(resources[0]!.lineOf('version')).toEqual({ file: 'x_override.tf', line: 4 });
    expect(resources[0]!.lineOf('name')).toEqual({ file: 'main.tf', line: 2 });
  });

  it('reads the JSON syntax, as CDK for Terraform writes it', async () => {
    const { resources } = await read({
      'cdk.tf.json': `{
  "//": { "metadata": { "version": "0.20" } },
  "resource": {
    "kubernetes_namespace": {
      "shop": {
        "//": { "metadata": { "path": "stack/shop" } },
        "metadata": {
          "name": "\${local.name}"
        }
      }
    }
  },
  "locals": { "name": "shop" }
}`,
    });
    expect(resources).toMatchObject([
      { address: 'kubernetes_namespace.shop', attributes: { metadata: { name: 'shop' } }, place: { line: 5 } },
    ]);
    expect(resources[0]!.lineOf('metadata.name')).toEqual({ file: 'cdk.tf.json', line: 8 });
  });

  it('reads x.tofu in place of x.tf', async () => {
    const { resources } = await read({
      'main.tf': 'resource "helm_release" "a" {}\n',
      'main.tofu': 'resource "helm_release" "b" {}\n',
    });
    expect(resources.map(({ name }) => name)).toEqual(['b']);
  });

  it.each([
    ['an unclosed block', 'resource "a" "b" {\n  x = "secret-value"\n', /end|block|clos/i],
    ['a missing value', 'locals {\n  x =\n}\n', /line|invalid|expression/i],
    ['what is nested deeper than a parser can take', `locals {\n  x = ${'['.repeat(5000)}\n}\n`, /nested too deep/],
  ])('reports %s with its place, quotes nothing, and reads the rest', async (_, text, reason) => {
    const { resources, problems } = await read({
      'bad.tf': text,
      'good.tf': 'resource "helm_release" "r" {\n  name = "r"\n}\n',
    });
    expect(resources.map(({ address }) => address)).toEqual(['helm_release.r']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'FX780', severity: 'warning', at: { file: 'bad.tf' } });
    expect(problems[0]!.message).toMatch(reason);
    expect(JSON.stringify(problems)).not.toContain('secret-value');
  });

  it('reports JSON that is broken', async () => {
    const { problems } = await read({ 'x.tf.json': '{ "resource": ' });
    expect(problems.map(({ message }) => message)).toEqual([
      "Terraform's file \"x.tf.json\" can't be read: it isn't JSON",
    ]);
  });

  it('makes no more instances and no longer texts than its budget', async () => {
    const doubles = Array.from({ length: 60 }, (_, at) => `  t${at + 1} = "\${local.t${at}}\${local.t${at}}"`).join(
      '\n',
    );
    const { resources } = await read({
      'main.tf': `
locals {
  t0 = "aaaaaaaaaa"
${doubles}
}
resource "helm_release" "many" {
  count = 1000000000
  name  = "x"
}
resource "helm_release" "long" {
  name = local.t60
}
`,
    });
    expect(resources.map(({ address, attributes }) => [address, attributes['name']])).toEqual([
      ['helm_release.many[*]', 'x'],
      ['helm_release.long', UNKNOWN],
    ]);
  });

  it('does not follow a module that calls itself for ever', async () => {
    const { resources, unseen } = await read({
      'main.tf': 'module "a" {\n  source = "./"\n}\nresource "helm_release" "r" {}\n',
    });
    expect(resources.length).toBeLessThan(50);
    expect(unseen.map(({ reason }) => reason)).toEqual(['too-deep']);
  });
});

describe('roots', () => {
  it('are folders that no other one calls, and certain with a backend, a provider or values', async () => {
    const files = terraformFiles({
      'live/main.tf': 'terraform {\n  backend "s3" {}\n}\nmodule "m" {\n  source = "../modules/m"\n}\n',
      'modules/m/main.tf': 'variable "x" {}\n',
      'modules/unused/main.tf': 'variable "x" {}\n',
      'docs/readme.md': '',
    });
    const roots = await openTerraformReader(files, parseHcl).findRoots(['live', 'modules/m', 'modules/unused', 'docs']);
    expect(roots).toEqual([
      { folder: 'live', isCertain: true },
      { folder: 'modules/unused', isCertain: false },
    ]);
  });
});
