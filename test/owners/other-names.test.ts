import { describe, expect, it } from 'vitest';
import { artifactOwnerProblems } from '../../src/owners/artifact-owner-problems.js';
import { type PlainObject, shopCluster } from './cluster.js';

const found = (json: object, objects: readonly PlainObject[]): readonly string[] =>
  artifactOwnerProblems(Buffer.from(JSON.stringify(json)), 'plan.json', [shopCluster(objects)]).map(
    ({ severity, code, message }) => `${severity} ${code} ${message}`,
  );

const change = (type: string, after: object, more: object = {}): object => ({
  address: `${type}.x`,
  mode: 'managed',
  type,
  name: 'x',
  change: { actions: ['create'], before: null, after, after_unknown: {}, ...more },
});
const plan = (...changes: readonly object[]): object => ({ format_version: '1.2', resource_changes: changes });

const object = (apiVersion: string, kind: string, name: string, spec: object, metadata: object = {}): PlainObject => ({
  apiVersion,
  kind,
  metadata: { name, ...metadata },
  spec,
});

const error = (what: string, owner: string, resource: string): string =>
  `error FX781 ${what} has two owners: ${owner} of Kustomization "shop" and ${resource}`;
const notice = (what: string, owner: string, resource: string): string =>
  `notice FX781 ${what} may have two owners: ${owner} of Kustomization "shop" and ${resource}`;

const release = (chart: object): PlainObject =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'nginx', { targetNamespace: 'traffic', interval: '5m', ...chart });
const chartOf = (chart: string) => ({
  chart: { spec: { chart, sourceRef: { kind: 'HelmRepository', name: 'nginx' } } },
});

describe('what a release installs', () => {
  const terraform = plan(
    change('helm_release', { name: 'traffic-nginx', namespace: 'traffic', chart: 'oci://registry.example.org/nginx' }),
  );
  const title = 'Helm release traffic-nginx in traffic';
  const helm = "Terraform's helm_release.x";

  it('has two owners, although each keeps its record in another namespace', () => {
    expect(found(terraform, [release(chartOf('nginx'))])).toEqual([error(title, 'HelmRelease/nginx', helm)]);
  });

  it('has none in common with another chart, and may have with one that is not known', () => {
    expect(found(terraform, [release(chartOf('traefik'))])).toEqual([]);
    expect(found(terraform, [release({ chartRef: { kind: 'OCIRepository', name: 'nginx' } })])).toEqual([
      notice(title, 'HelmRelease/nginx', helm),
    ]);
  });

  it('is found once if the namespace is the same', () => {
    const same = plan(change('helm_release', { name: 'podinfo', namespace: 'podinfo', chart: 'podinfo' }));
    expect(found(same, [])).toHaveLength(1);
  });
});

describe('a cluster-scoped object', () => {
  it('is the same with a namespace, which the API server ignores', () => {
    const storage = { ...object('storage.k8s.io/v1', 'StorageClass', 'fast', {}, { namespace: 'storage' }) };
    expect(found(plan(change('kubernetes_storage_class_v1', { metadata: [{ name: 'fast' }] })), [storage])).toEqual([
      'error FX781 StorageClass/fast has two owners: Kustomization "shop" and Terraform\'s kubernetes_storage_class_v1.x',
    ]);
  });
});

describe('a Secret that a controller writes', () => {
  const secret = plan(change('kubernetes_secret_v1', { metadata: [{ name: 'db', namespace: 'shop' }] }));
  const terraform = "Terraform's kubernetes_secret_v1.x";

  it.each([
    [
      'an ExternalSecret',
      object('external-secrets.io/v1', 'ExternalSecret', 'database', { target: { name: 'db' } }),
      [error('Secret/db in shop', 'ExternalSecret/database', terraform)],
    ],
    [
      'an ExternalSecret that only merges, since another one makes it',
      object('external-secrets.io/v1', 'ExternalSecret', 'db', { target: { creationPolicy: 'Merge' } }),
      [],
    ],
    [
      'a SealedSecret',
      object('bitnami.com/v1alpha1', 'SealedSecret', 'db', { encryptedData: {} }),
      [error('Secret/db in shop', 'SealedSecret/db', terraform)],
    ],
    [
      'a Certificate, which fills what is there',
      object('cert-manager.io/v1', 'Certificate', 'web', { secretName: 'db' }),
      [notice('Secret/db in shop', 'Certificate/web', terraform)],
    ],
  ])('of %s', (_, writer, expected) => {
    expect(found(secret, [writer])).toEqual(expected);
  });
});

describe('a DNS record', () => {
  const route53 = (values: object): object => plan(change('aws_route53_record', { type: 'A', ...values }));
  const terraform = "Terraform's aws_route53_record.x";

  it.each([
    [
      'of Config Connector',
      object('dns.cnrm.cloud.google.com/v1beta1', 'DNSRecordSet', 'api', { name: 'api.example.org.', type: 'A' }),
      plan(change('google_dns_record_set', { name: 'api.example.org.', type: 'A' })),
      [
        error(
          'DNS record A api.example.org.',
          "Config Connector's DNSRecordSet/api",
          "Terraform's google_dns_record_set.x",
        ),
      ],
    ],
    [
      'of ACK, by its zone',
      object('route53.services.k8s.aws/v1alpha1', 'RecordSet', 'www', {
        name: 'www',
        recordType: 'A',
        hostedZoneID: 'Z1',
      }),
      route53({ name: 'www', zone_id: 'Z1' }),
      [error('DNS record A www in zone Z1', "ACK's RecordSet/www", terraform)],
    ],
    [
      'of ACK in another zone',
      object('route53.services.k8s.aws/v1alpha1', 'RecordSet', 'www', {
        name: 'www',
        recordType: 'A',
        hostedZoneID: 'Z2',
      }),
      route53({ name: 'www', zone_id: 'Z1' }),
      [],
    ],
    [
      'of Crossplane, found once by two names',
      object('route53.aws.upbound.io/v1beta1', 'Record', 'www', {
        forProvider: { name: 'www.example.org', type: 'A', zoneId: 'Z1' },
      }),
      route53({ name: 'www.example.org', zone_id: 'Z1' }),
      [error('DNS record A www.example.org in zone Z1', "Crossplane's Record/www", terraform)],
    ],
    [
      'of the same name in the zone of a network',
      object('route53.aws.upbound.io/v1beta1', 'Record', 'www', {
        forProvider: { name: 'www.example.org', type: 'A', zoneId: 'Z2' },
      }),
      route53({ name: 'www.example.org', zone_id: 'Z1' }),
      [],
    ],
    [
      'of an annotation',
      object(
        'networking.k8s.io/v1',
        'Ingress',
        'web',
        {},
        {
          annotations: { 'external-dns.alpha.kubernetes.io/hostname': 'www.example.org, api.example.org' },
        },
      ),
      route53({ name: 'api.example.org' }),
      [notice('DNS record A api.example.org', 'external-dns by Ingress/web', terraform)],
    ],
    [
      'in Azure, by its name and the zone',
      object('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', 'www', {
        endpoints: [{ dnsName: 'www.example.org', recordType: 'CNAME', targets: ['x.example.org'] }],
      }),
      plan(change('azurerm_dns_cname_record', { name: 'www', zone_name: 'example.org' })),
      [error('DNS record CNAME www.example.org', 'DNSEndpoint/www', "Terraform's azurerm_dns_cname_record.x")],
    ],
  ])('%s', (_, record, terraformPlan, expected) => {
    expect(found(terraformPlan, [record])).toEqual(expected);
  });
});

describe('a cloud resource', () => {
  const identity = object('managedidentity.azure.com/v1api20230131', 'UserAssignedIdentity', 'shop', {
    azureName: 'id-shop',
    owner: { name: 'platform' },
  });
  const group = object('resources.azure.com/v1api20200601', 'ResourceGroup', 'platform', { azureName: 'rg-platform' });
  const azapi = (group: string): object =>
    plan(
      change('azapi_resource', {
        type: 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31',
        name: 'id-shop',
        parent_id: `/subscriptions/0/resourceGroups/${group}`,
      }),
    );
  const owners = [
    error(
      'managed identity "id-shop"',
      "Azure Service Operator's UserAssignedIdentity/shop",
      "Terraform's azapi_resource.x",
    ),
  ];

  it('of Azure can be one of azapi, in a group by its name there', () => {
    expect(found(azapi('platform'), [identity])).toEqual(owners);
    expect(found(azapi('RG-platform'), [identity, group])).toEqual(owners);
    expect(found(azapi('platform'), [identity, group])).toEqual([]);
  });

  it('of Azure with a name of its own in the world is found in any group', () => {
    const server = object('dbforpostgresql.azure.com/v1api20221201', 'FlexibleServer', 'pg', {
      azureName: 'shop-pg',
      owner: { name: 'platform' },
    });
    const terraform = change('azurerm_postgresql_flexible_server', { name: 'shop-pg', resource_group_name: 'rg' });
    expect(found(plan(terraform), [server])).toEqual([
      error(
        'PostgreSQL server "shop-pg"',
        "Azure Service Operator's FlexibleServer/pg",
        "Terraform's azurerm_postgresql_flexible_server.x",
      ),
    ]);
  });

  it('is an add-on of one EKS cluster', () => {
    const addon = object('eks.services.k8s.aws/v1alpha1', 'Addon', 'ebs', {
      name: 'aws-ebs-csi-driver',
      clusterName: 'prod',
    });
    const of = (cluster: string): object =>
      plan(change('aws_eks_addon', { addon_name: 'aws-ebs-csi-driver', cluster_name: cluster }));
    expect(found(of('prod'), [addon])).toEqual([
      error('EKS add-on "aws-ebs-csi-driver"', "ACK's Addon/ebs", "Terraform's aws_eks_addon.x"),
    ]);
    expect(found(of('dev'), [addon])).toEqual([]);
  });

  it('is found by its name where Crossplane has its URL as the external name', () => {
    const queue = object(
      'sqs.aws.upbound.io/v1beta1',
      'Queue',
      'q',
      { forProvider: { name: 'orders', region: 'eu-west-1' } },
      { annotations: { 'crossplane.io/external-name': 'https://sqs.eu-west-1.amazonaws.com/012345678901/orders' } },
    );
    const arn = 'arn:aws:sqs:eu-west-1:012345678901:orders';
    expect(found(plan(change('aws_sqs_queue', { name: 'orders', arn })), [queue])).toEqual([
      error('SQS queue "orders"', "Crossplane's Queue/q", "Terraform's aws_sqs_queue.x"),
    ]);
  });

  it('may be in a stack of Pulumi or the AWS CDK', () => {
    const role = object('iam.services.k8s.aws/v1alpha1', 'Role', 'r', { name: 'node' });
    const urn = 'urn:pulumi:prod::infra::aws:iam/role:Role::node';
    const pulumi = {
      deployment: { resources: [{ urn, type: 'aws:iam/role:Role', custom: true, inputs: { name: 'node' } }] },
    };
    const cdk = { Resources: { Node: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'node' } } } };
    expect(found(pulumi, [role])).toEqual([error('IAM role "node"', "ACK's Role/r", `Pulumi's ${urn}`)]);
    expect(found(cdk, [role])).toEqual([error('IAM role "node"', "ACK's Role/r", "the AWS CDK's Node")]);
  });
});

it('prints nothing that is sensitive or unknown, and takes it for no name', () => {
  const name = 'hunter2';
  const hidden = change('helm_release', { name, namespace: 'podinfo' }, { after_sensitive: { name: true } });
  const body = {
    yaml_body: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop, namespace: shop}\ndata: {a: ${name}}\n`,
  };
  const manifest = change('kubectl_manifest', body, { after_sensitive: { yaml_body: true } });
  const unknown = change(
    'kubernetes_namespace_v1',
    { metadata: [{}] },
    { after_unknown: { metadata: [{ name: true }] } },
  );
  const problems = artifactOwnerProblems(Buffer.from(JSON.stringify(plan(hidden, manifest, unknown))), 'plan.json', [
    shopCluster(),
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    'ConfigMap/shop in shop has two owners: Kustomization "shop" and Terraform\'s kubectl_manifest.x',
  ]);
  expect(JSON.stringify(problems)).not.toContain(name);
});
