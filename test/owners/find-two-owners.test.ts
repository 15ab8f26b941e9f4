import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/index.js';
import { artifactOwnerProblems } from '../../src/owners/artifact-owner-problems.js';
import { compiledObjects } from '../../src/owners/compiled-objects.js';
import { findTwoOwners } from '../../src/owners/find-two-owners.js';
import { loadHclParser, openTerraformReader, type ParseHcl } from '../../src/terraform/read/index.js';
import { root } from '../support/root.js';
import { terraformFiles } from '../terraform/read/terraform-files.js';
import { type PlainObject, shopCluster } from './cluster.js';

let parseHcl: ParseHcl;
beforeAll(async () => {
  parseHcl = await loadHclParser();
});

const short = ({ code, severity, message, at }: Diagnostic): string =>
  `${severity} ${code} ${message}${at.source?.includes('.tf') === true ? ` (${at.source})` : ''}`;

const inHcl = async (text: string, others: readonly PlainObject[] = []): Promise<readonly Diagnostic[]> => {
  const read = await openTerraformReader(terraformFiles({ 'main.tf': text }), parseHcl).read('');
  return findTwoOwners(compiledObjects(shopCluster(others)), [read], { cluster: 'dev' });
};

const inArtifact = (json: unknown, others: readonly PlainObject[] = []): readonly Diagnostic[] =>
  artifactOwnerProblems(Buffer.from(JSON.stringify(json)), 'plan.json', [shopCluster(others)]);

const change = (type: string, after: object, more: object = {}, actions: readonly string[] = ['create']): object => ({
  address: `${type}.x`,
  mode: 'managed',
  type,
  name: 'x',
  change: { actions, before: null, after, after_unknown: {}, ...more },
});
const plan = (...changes: readonly object[]): object => ({ format_version: '1.2', resource_changes: changes });

describe('two owners', () => {
  it.each(['plan-dual.json', 'state-dual.json'])('are found in %s, six times', (name) => {
    const bytes = readFileSync(join(root, 'test/fixtures/owners', name));
    expect(artifactOwnerProblems(bytes, name, [shopCluster()]).map(short)).toEqual([
      'error FX781 Deployment/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubernetes_deployment_v1.shop',
      'error FX781 Helm release podinfo in podinfo has two owners: HelmRelease/podinfo of Kustomization "podinfo" and Terraform\'s helm_release.podinfo',
      'error FX781 Namespace/podinfo has two owners: Kustomization "podinfo" and Terraform\'s kubernetes_namespace_v1.podinfo',
      'error FX781 ConfigMap/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubernetes_manifest.cm',
      'error FX781 Service/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubectl_manifest.svc',
      'error FX781 ConfigMap/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubernetes_config_map_v1.shop',
    ]);
  });

  it('get a fix for both sides, and the place of the resource', async () => {
    const [found] = await inHcl(`
resource "helm_release" "podinfo" {
  name      = "podinfo"
  namespace = "podinfo"
}
`);
    expect(found).toMatchObject({
      at: { cluster: 'dev', addon: 'podinfo', object: 'HelmRelease/podinfo', source: 'main.tf:2' },
      notes: ['helm_release.podinfo is in main.tf:2'],
      fix: 'to keep it with Flux, replace its block by `removed { from = helm_release.podinfo lifecycle { destroy = false } }`, and apply that; to keep it with Terraform\'s helm_release.podinfo, give HelmRelease/podinfo the annotation kustomize.toolkit.fluxcd.io/prune: disabled, let Flux apply that, and take it out of Kustomization "podinfo"',
    });
  });

  it('are not what has another name, namespace, kind or mode, or a name that is unknown', async () => {
    const found = await inHcl(`
variable "ns" {}
resource "helm_release" "other" {
  name      = "podinfo"
  namespace = "other"
}
resource "helm_release" "default" {
  name = "podinfo"
}
resource "kubernetes_config_map_v1" "unknown" {
  metadata {
    name      = "shop"
    namespace = var.ns
  }
}
resource "kubernetes_secret" "shop" {
  metadata {
    name      = "shop"
    namespace = "shop"
  }
}
data "kubernetes_config_map" "shop" {
  metadata {
    name      = "shop"
    namespace = "shop"
  }
}
resource "kubernetes_labels" "shop" {
  api_version = "v1"
  kind        = "ConfigMap"
  metadata {
    name      = "shop"
    namespace = "shop"
  }
}
resource "kubectl_manifest" "file" {
  yaml_body = file("shop.yaml")
}
`);
    expect(found).toEqual([]);
  });

  it('are a notice where a default, a count or ignore_changes leaves a doubt', async () => {
    const found = await inHcl(`
variable "ns" {
  default = "shop"
}
variable "on" {}
resource "kubernetes_config_map_v1" "assumed" {
  metadata {
    name      = "shop"
    namespace = var.ns
  }
}
resource "kubernetes_service_v1" "possible" {
  count = var.on ? 1 : 0
  metadata {
    name      = "shop"
    namespace = "shop"
  }
}
resource "helm_release" "once" {
  name      = "podinfo"
  namespace = "podinfo"
  lifecycle {
    ignore_changes = all
  }
}
resource "kubectl_manifest" "partial" {
  yaml_body = <<-YAML
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: shop
      namespace: shop
    spec:
      replicas: \${var.on}
  YAML
}
`);
    expect(found.map(short)).toEqual([
      'notice FX781 ConfigMap/shop in shop may have two owners: Kustomization "shop" and Terraform\'s kubernetes_config_map_v1.assumed (main.tf:6)',
      'notice FX781 Service/shop in shop may have two owners: Kustomization "shop" and Terraform\'s kubernetes_service_v1.possible[*] (main.tf:12)',
      'notice FX781 Helm release podinfo in podinfo may have two owners: HelmRelease/podinfo of Kustomization "podinfo" and Terraform\'s helm_release.once (main.tf:19)',
      'error FX781 Deployment/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubectl_manifest.partial (main.tf:26)',
    ]);
    expect(found[0]!.notes).toContain('with the defaults of var.ns, which may be set to something else');
  });

  it('are gone once Terraform forgets, and found while it destroys', () => {
    const values = { name: 'podinfo', namespace: 'podinfo' };
    const gone = (actions: readonly string[]) =>
      inArtifact(plan(change('helm_release', null as never, { before: values, after: null }, actions))).map(short);
    expect(gone(['forget'])).toEqual([]);
    expect(gone(['delete'])).toEqual([
      'error FX782 plan.json destroys Helm release podinfo in podinfo, which HelmRelease/podinfo of Kustomization "podinfo" owns, too',
    ]);
  });

  it('are two resources of Terraform, too', async () => {
    const found = await inHcl(`
resource "kubernetes_namespace" "a" {
  metadata {
    name = "x"
  }
}
resource "kubernetes_namespace_v1" "b" {
  metadata {
    name = "x"
  }
}
`);
    expect(found.map(short)).toEqual([
      "error FX781 Namespace/x has two owners: Terraform's kubernetes_namespace.a and Terraform's kubernetes_namespace_v1.b (main.tf:7)",
    ]);
    expect(found[0]!.fix).toContain('moved { from = kubernetes_namespace.a to = kubernetes_namespace_v1.b }');
  });

  it('are a Flux that Terraform bootstraps and a FluxInstance', async () => {
    const instance = {
      apiVersion: 'fluxcd.controlplane.io/v1',
      kind: 'FluxInstance',
      metadata: { name: 'flux' },
      spec: {},
    };
    const found = await inHcl('resource "flux_bootstrap_git" "this" {}\n', [instance]);
    expect(found.map(short)).toEqual([
      'error FX781 the cluster\'s Flux has two owners: FluxInstance/flux of Kustomization "shop" and Terraform\'s flux_bootstrap_git.this (main.tf:1)',
    ]);
  });
});

const managed = (apiVersion: string, kind: string, name: string, spec: object, annotations?: object): PlainObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
  spec,
});

describe('two owners of a cloud resource', () => {
  it.each([
    [
      'Crossplane, by its name',
      managed('iam.aws.upbound.io/v1beta1', 'Role', 'node', { forProvider: {} }),
      change('aws_iam_role', { name: 'node' }),
      'error FX781 IAM role "node" has two owners: Crossplane\'s Role/node of Kustomization "shop" and Terraform\'s aws_iam_role.x',
    ],
    [
      'Crossplane, by its external name',
      managed('s3.aws.m.upbound.io/v1beta1', 'Bucket', 'logs', {}, { 'crossplane.io/external-name': 'acme-logs' }),
      change('aws_s3_bucket', { bucket: 'acme-logs' }),
      'error FX781 S3 bucket "acme-logs" has two owners: Crossplane\'s Bucket/logs of Kustomization "shop" and Terraform\'s aws_s3_bucket.x',
    ],
    [
      'Crossplane, in one region',
      managed('rds.aws.upbound.io/v1beta1', 'Instance', 'db', {
        forProvider: { identifier: 'shop', region: 'eu-west-1' },
      }),
      change('aws_db_instance', { identifier: 'shop', arn: 'arn:aws:rds:eu-west-1:012345678901:db:shop' }),
      'error FX781 RDS instance "shop" has two owners: Crossplane\'s Instance/db of Kustomization "shop" and Terraform\'s aws_db_instance.x',
    ],
    [
      'Crossplane, in a region that Terraform does not say',
      managed('dynamodb.aws.upbound.io/v1beta1', 'Table', 'orders', { forProvider: { region: 'eu-west-1' } }),
      change('aws_dynamodb_table', { name: 'orders' }),
      'notice FX781 DynamoDB table "orders" may have two owners: Crossplane\'s Table/orders of Kustomization "shop" and Terraform\'s aws_dynamodb_table.x',
    ],
    [
      'Crossplane, with other credentials',
      managed('iam.aws.upbound.io/v1beta1', 'Role', 'node', { providerConfigRef: { name: 'other' } }),
      change('aws_iam_role', { name: 'node' }),
      'notice FX781 IAM role "node" may have two owners: Crossplane\'s Role/node of Kustomization "shop" and Terraform\'s aws_iam_role.x',
    ],
    [
      'ACK',
      managed('iam.services.k8s.aws/v1alpha1', 'Role', 'r', { name: 'node' }),
      change('aws_iam_role', { name: 'node' }),
      'error FX781 IAM role "node" has two owners: ACK\'s Role/r of Kustomization "shop" and Terraform\'s aws_iam_role.x',
    ],
    [
      'Azure Service Operator',
      managed('dbforpostgresql.azure.com/v1api20221201', 'FlexibleServer', 'pg', {
        azureName: 'shop-pg',
        owner: { name: 'shop' },
      }),
      change('azurerm_postgresql_flexible_server', { name: 'shop-pg', resource_group_name: 'shop' }),
      'error FX781 PostgreSQL server "shop-pg" has two owners: Azure Service Operator\'s FlexibleServer/pg of Kustomization "shop" and Terraform\'s azurerm_postgresql_flexible_server.x',
    ],
    [
      'Config Connector',
      managed('storage.cnrm.cloud.google.com/v1beta1', 'StorageBucket', 'acme-logs', {}),
      change('google_storage_bucket', { name: 'acme-logs' }),
      'error FX781 GCS bucket "acme-logs" has two owners: Config Connector\'s StorageBucket/acme-logs of Kustomization "shop" and Terraform\'s google_storage_bucket.x',
    ],
    [
      'external-dns',
      managed('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', 'www', {
        endpoints: [{ dnsName: 'www.example.org', recordType: 'CNAME', targets: ['x.example.org'] }],
      }),
      change('cloudflare_dns_record', { name: 'WWW.example.org.', type: 'CNAME' }),
      'error FX781 DNS record CNAME www.example.org has two owners: DNSEndpoint/www of Kustomization "shop" and Terraform\'s cloudflare_dns_record.x',
    ],
  ])('are found of %s', (_, object, resource, message) => {
    expect(inArtifact(plan(resource), [object]).map(short)).toEqual([message]);
  });

  it.each([
    [
      'an object that only observes',
      managed('iam.aws.upbound.io/v1beta1', 'Role', 'node', { managementPolicies: ['Observe'] }),
      change('aws_iam_role', { name: 'node' }),
    ],
    [
      'a read-only object of ACK',
      managed('iam.services.k8s.aws/v1alpha1', 'Role', 'r', { name: 'node' }, { 'services.k8s.aws/read-only': 'true' }),
      change('aws_iam_role', { name: 'node' }),
    ],
    [
      'a resource of another region',
      managed('rds.aws.upbound.io/v1beta1', 'Instance', 'db', {
        forProvider: { identifier: 'shop', region: 'eu-west-1' },
      }),
      change('aws_db_instance', { identifier: 'shop', arn: 'arn:aws:rds:us-east-1:012345678901:db:shop' }),
    ],
    [
      'a resource of another resource group',
      managed('network.azure.com/v1api20201101', 'VirtualNetwork', 'hub', { owner: { name: 'a' } }),
      change('azurerm_virtual_network', { name: 'hub', resource_group_name: 'b' }),
    ],
    [
      'another record type',
      managed('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', 'www', {
        endpoints: [{ dnsName: 'www.example.org', recordType: 'TXT', targets: ['x'] }],
      }),
      change('cloudflare_dns_record', { name: 'www.example.org', type: 'A' }),
    ],
  ])('are not %s', (_, object, resource) => {
    expect(inArtifact(plan(resource), [object])).toEqual([]);
  });

  it('shows how to let the object only observe', () => {
    const [found] = inArtifact(plan(change('aws_iam_role', { name: 'node' })), [
      managed('iam.aws.upbound.io/v1beta1', 'Role', 'node', { forProvider: {} }),
    ]);
    expect(found!.fix).toContain("set spec.managementPolicies: ['Observe']");
  });
});

it('several clusters in one plan leave a doubt', () => {
  const bytes = readFileSync(join(root, 'test/fixtures/owners/plan-dual.json'));
  const found = artifactOwnerProblems(bytes, 'plan.json', [shopCluster(), shopCluster()]);
  expect(found.length).toBe(12);
  expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['notice']));
});
