import { describe, expect, it } from 'vitest';
import { auditOf, bootstrapped, type Files, found } from './repository.js';

const files = (tree: string, terraform: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/web.yaml': tree,
  'infra/main.tf': `terraform {\n  backend "s3" {}\n}\n${terraform}`,
});

describe('an object of the cluster that Terraform reads', () => {
  const data = (type: string, name: string, namespace = '"web"') => `data "${type}" "this" {
  metadata {
    name      = "${name}"
    namespace = ${namespace}
  }
}
`;
  const object = (kind: string, name: string, namespace = 'web') => `apiVersion: v1
kind: ${kind}
metadata: { name: ${name}, namespace: ${namespace} }
`;
  const external = `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: token, namespace: web }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: store }
  target: { name: web-token }
  data: [{ secretKey: token, remoteRef: { key: web } }]
`;
  const release = (namespace: string) => `---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: more, namespace: ${namespace} }
spec: { interval: 5m, chartRef: { kind: OCIRepository, name: more } }
`;
  const of = (tree: string, terraform: string) => found(files(tree, terraform), /FX854/);
  const AT = ['warning FX854 infra/main.tf:6'];

  it('is not there under this name, or in this namespace', async () => {
    expect(await of(object('Service', 'web-app'), data('kubernetes_service_v1', 'web-ap'))).toEqual(AT);
    expect(await of(object('ServiceAccount', 'web'), data('kubernetes_service_account', 'web', '"wbe"'))).toEqual(AT);
    expect(await of(external, data('kubernetes_secret', 'web-tokne'))).toEqual(AT);
    expect(await of(object('ConfigMap', 'shop-app'), data('kubernetes_config_map', 'shop'))).toEqual(AT);
    expect(await of(object('Service', 'web-proxy-public'), data('kubernetes_service', 'web-proxy-lb'))).toEqual(AT);
    const { findings } = await auditOf(files(object('Service', 'web-app'), data('kubernetes_service', 'web-ap')));
    expect(findings.find(({ code }) => code === 'FX854')).toMatchObject({
      message: `Terraform's data.kubernetes_service.this reads Service/web-ap in namespace "web", which nothing makes`,
      fix: 'did you mean "web-app"?',
    });
  });

  it.each<[what: string, tree: string, terraform: string]>([
    ['is there', object('Service', 'web'), data('kubernetes_service', 'web')],
    ['is made by an operator', external, data('kubernetes_secret', 'web-token')],
    ['is of another kind', object('ConfigMap', 'web-app'), data('kubernetes_secret', 'web-ap')],
    [
      'is made by Terraform',
      object('Secret', 'web-app'),
      data('kubernetes_secret', 'web-ap') + data('kubernetes_secret', 'web-ap').replace('data', 'resource'),
    ],
    ['may be made by a chart', object('ConfigMap', 'shop-app') + release('web'), data('kubernetes_config_map', 'shop')],
    ['is nowhere', object('Service', 'web'), data('kubernetes_service', 'shop')],
    [
      'is of a variable',
      object('Service', 'web-app'),
      `variable "at" {\n  default = "web"\n}\n${data('kubernetes_service', 'web-ap', 'var.at')}`,
    ],
    [
      'is like one that Terraform reads as well',
      object('Service', 'web-app'),
      data('kubernetes_service', 'web-ap') + data('kubernetes_service', 'web-app').replace('"this"', '"that"'),
    ],
  ])('%s', async (_, tree, terraform) => {
    expect(await of(tree, terraform)).toEqual([]);
  });
});

describe('a repository of images that Terraform makes', () => {
  const ECR = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
  const pod = (image: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: web }
spec:
  containers:
    - name: web
      image: ${image}
`;
  const ecr = (...names: readonly string[]) =>
    names.map((name, at) => `resource "aws_ecr_repository" "r${at}" {\n  name = ${name}\n}\n`).join('');
  const of = (tree: string, terraform: string) => found(files(tree, terraform), /FX857/);
  const AT = ['warning FX857 clusters/prod/web.yaml:7'];

  it('has almost the name that the tree uses', async () => {
    expect(await of(pod(`${ECR}/web-ap:1.2.3`), ecr('"web-app"', '"api"'))).toEqual(AT);
    expect(await of(pod(`${ECR}/shop/wbe:1.2.3`), ecr('"shop/web"'))).toEqual(AT);
    expect(await of(pod(`${ECR}/web:1.2.3`), ecr('"team/web"'))).toEqual(AT);
    const google = 'resource "google_artifact_registry_repository" "r" {\n  repository_id = "images"\n}\n';
    expect(await of(pod('europe-west1-docker.pkg.dev/acme/image/web:1.2.3'), google)).toEqual(AT);
    const azure = 'resource "azurerm_container_registry" "r" {\n  name = "acmeimages"\n}\n';
    expect(await of(pod('acmeimage.azurecr.io/web:1.2.3'), azure)).toEqual(AT);
    const image = `apiVersion: image.toolkit.fluxcd.io/v1
kind: ImageRepository
metadata: { name: web, namespace: flux-system }
spec: { interval: 1h, image: ${ECR}/web-ap }
`;
    expect(await of(image, ecr('"web-app"'))).toEqual(['warning FX857 clusters/prod/web.yaml:4']);
  });

  it.each<[what: string, tree: string, terraform: string]>([
    ['is used', pod(`${ECR}/web-app:1.2.3`), ecr('"web-app"')],
    [
      'is used elsewhere',
      `${pod(`${ECR}/web-ap:1.2.3`)}---\n${pod(`${ECR}/web-app:1.2.3`).replace('name: web,', 'name: b,')}`,
      ecr('"web-app"'),
    ],
    ['has another name', pod(`${ECR}/shop:1.2.3`), ecr('"web-app"')],
    ['may have any name', pod(`${ECR}/web-ap:1.2.3`), `variable "more" {}\n${ecr('"web-app"', 'var.more')}`],
    ['is of another registry', pod('ghcr.io/acme/web-ap:1.2.3'), ecr('"web-app"')],
    [
      'may be made by a module',
      pod(`${ECR}/web-ap:1.2.3`),
      `${ecr('"web-app"')}module "m" {\n  source = "terraform-aws-modules/ecr/aws"\n}\n`,
    ],
  ])('%s', async (_, tree, terraform) => {
    expect(await of(tree, terraform)).toEqual([]);
  });
});
