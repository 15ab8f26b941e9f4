import { describe, expect, it } from 'vitest';
import { makeState } from '../../../src/applied/cluster-state.js';
import { keyOf, tryReadId } from '../../../src/applied/object-id.js';
import { tryFindLoss } from '../../../src/changes/losses/find-loss.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { type Annotations, entry, kustomization, lossOf } from './loss-of.js';

const object = (
  apiVersion: string,
  kind: string,
  spec: JsonObject = {},
  annotations: Annotations = {},
): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', namespace: 'apps', annotations },
  spec,
});

describe('the deletion of an object that represents external resources', () => {
  const terraform = (spec: JsonObject) => object('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', spec);
  const crossplane = (spec: JsonObject) =>
    object('rds.aws.upbound.io/v1beta1', 'Instance', { forProvider: { region: 'eu-west-1' }, ...spec });
  const azure = (policy?: string) =>
    object(
      'dbforpostgresql.azure.com/v1api20230601preview',
      'FlexibleServer',
      {},
      {
        ...(policy === undefined ? {} : { 'serviceoperator.azure.com/reconcile-policy': policy }),
      },
    );
  const bucket = (policy?: string) =>
    object(
      's3.services.k8s.aws/v1alpha1',
      'Bucket',
      {},
      {
        ...(policy === undefined ? {} : { 'services.k8s.aws/deletion-policy': policy }),
      },
    );
  const google = (policy?: string) =>
    object(
      'sql.cnrm.cloud.google.com/v1beta1',
      'SQLInstance',
      {},
      {
        ...(policy === undefined ? {} : { 'cnrm.cloud.google.com/deletion-policy': policy }),
      },
    );

  it.each<readonly [what: string, json: JsonObject]>([
    ['a Terraform that destroys', terraform({ destroyResourcesOnDeletion: true })],
    ['a Terraform that may destroy', terraform({ destroyResourcesOnDeletion: '${DESTROY}' })],
    ['a Workspace of HCP Terraform', object('app.terraform.io/v1alpha2', 'Workspace', { deletionPolicy: 'destroy' })],
    ['a Pulumi Stack', object('pulumi.com/v1', 'Stack', { destroyOnFinalize: true })],
    ['a managed resource', crossplane({})],
    ['one that keeps nothing', crossplane({ deletionPolicy: 'Delete', managementPolicies: ['*'] })],
    // The field that isn't the default decides.
    ['one whose policies delete', crossplane({ deletionPolicy: 'Orphan', managementPolicies: ['Observe', 'Delete'] })],
    ['one whose policy is a var', crossplane({ deletionPolicy: '${POLICY}' })],
    ['one of a namespace', object('s3.aws.m.upbound.io/v1beta1', 'Bucket', {})],
    ['one of Crossplane itself', object('kubernetes.crossplane.io/v1alpha2', 'Object', {})],
    ['one of another group', object('storage.example.org/v1', 'Bucket', { forProvider: { name: 'a' } })],
    [
      'a composite resource',
      object('platform.example.org/v1', 'XDatabase', { crossplane: { compositionRef: { name: 'a' } } }),
    ],
    ['a claim', object('platform.example.org/v1', 'Database', { compositionSelector: { matchLabels: { a: 'b' } } })],
    ['an Azure resource', azure()],
    ['one that is managed', azure('manage')],
    ['an AWS resource', bucket()],
    ['one that is deleted', bucket('delete')],
    ['a resource of Google Cloud', google()],
    ['an Aiven service', object('aiven.io/v1alpha1', 'PostgreSQL')],
    [
      'a deployment of Atlas',
      object('atlas.mongodb.com/v1', 'AtlasDeployment', {}, { 'mongodb.com/atlas-resource-policy': 'delete' }),
    ],
    [
      'a deployment of Atlas whose policy is a var',
      object('atlas.mongodb.com/v1', 'AtlasDeployment', {}, { 'mongodb.com/atlas-resource-policy': '${POLICY}' }),
    ],
    ['secrets that were pushed', object('external-secrets.io/v1alpha1', 'PushSecret', { deletionPolicy: 'Delete' })],
    ['a cluster', object('cluster.x-k8s.io/v1beta1', 'Cluster')],
    ['its machines', object('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachinePool')],
    ['its control plane', object('controlplane.cluster.x-k8s.io/v1beta1', 'KubeadmControlPlane')],
  ])('destroys them: %s', (_, json) => {
    expect(lossOf(json)?.loses).toMatch(/^(the|all) /);
  });

  it.each<readonly [what: string, json: JsonObject]>([
    ['a Terraform that says nothing', terraform({})],
    ['a Terraform that keeps', terraform({ destroyResourcesOnDeletion: false })],
    ['a Workspace of HCP Terraform', object('app.terraform.io/v1alpha2', 'Workspace')],
    ['a Pulumi Stack', object('pulumi.com/v1', 'Stack')],
    ['a managed resource with Orphan', crossplane({ deletionPolicy: 'Orphan' })],
    ['one with Orphan and the default', crossplane({ deletionPolicy: 'Orphan', managementPolicies: ['*'] })],
    ['one that is only observed', crossplane({ managementPolicies: ['Observe'] })],
    [
      'one without Delete',
      crossplane({ managementPolicies: ['Observe', 'Create', 'Update'], deletionPolicy: 'Delete' }),
    ],
    ['a ProviderConfig', object('aws.upbound.io/v1beta1', 'ProviderConfig')],
    ['a Function', object('pkg.crossplane.io/v1', 'Function')],
    ['a Composition', object('apiextensions.crossplane.io/v1', 'Composition')],
    ['an Azure resource that is detached', azure('detach-on-delete')],
    ['an Azure resource that is skipped', azure('skip')],
    ['a node configuration of Azure', object('acn.azure.com/v1alpha', 'NodeNetworkConfig')],
    ['an AWS resource that is retained', bucket('retain')],
    ['the settings of ACK', object('services.k8s.aws/v1alpha1', 'FieldExport')],
    ['an abandoned resource of Google Cloud', google('abandon')],
    ['the settings of Config Connector', object('core.cnrm.cloud.google.com/v1beta1', 'ConfigConnector')],
    [
      'an Aiven service',
      object('aiven.io/v1alpha1', 'PostgreSQL', {}, { 'controllers.aiven.io/deletion-policy': 'Orphan' }),
    ],
    ['a deployment of Atlas', object('atlas.mongodb.com/v1', 'AtlasDeployment')],
    [
      'a deployment of Atlas that is kept',
      object('atlas.mongodb.com/v1', 'AtlasDeployment', {}, { 'mongodb.com/atlas-resource-policy': 'keep' }),
    ],
    ['secrets that were pushed', object('external-secrets.io/v1alpha1', 'PushSecret')],
    ['a template of machines', object('infrastructure.cluster.x-k8s.io/v1beta2', 'AWSMachineTemplate')],
    ['an Ingress', object('networking.k8s.io/v1', 'Ingress')],
    ['a ConfigMap', object('v1', 'ConfigMap')],
  ])('destroys nothing: %s', (_, json) => {
    expect(lossOf(json)).toBeUndefined();
  });

  it('follows the policy where the operator reads it', () => {
    const namespace = (policy: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'apps', annotations: { 's3.services.k8s.aws/deletion-policy': policy } },
    });
    expect(lossOf(bucket(), [namespace('retain')])).toBeUndefined();
    expect(lossOf(bucket('delete'), [namespace('retain')])).toBeDefined();
    expect(lossOf(bucket(), [namespace('delete')])).toBeDefined();
    // What its Kustomization puts on all objects is on this one too.
    expect(lossOf(bucket(), [], { 'services.k8s.aws/deletion-policy': 'retain' })).toBeUndefined();
    expect(lossOf(bucket('retain'), [], { 'services.k8s.aws/deletion-policy': 'delete' })).toBeDefined();
  });

  it('destroys them if Flux may not have applied the policy', () => {
    expect(lossOf(bucket('retain'), [], { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' })).toBeDefined();
    const entries = [kustomization({}, { suspend: true }), entry(bucket('retain'))];
    const state = makeState(entries, () => true);
    expect(tryFindLoss(state.objects.get(keyOf(tryReadId(bucket())!))!, state)).toBeDefined();
  });

  it('destroys composed resources if a definition declares the kind as composite', () => {
    const definition = object('apiextensions.crossplane.io/v2', 'CompositeResourceDefinition', {
      group: 'platform.example.org',
      names: { kind: 'XDatabase' },
      claimNames: { kind: 'Database' },
    });
    const claim = object('platform.example.org/v1', 'Database');
    expect(lossOf(claim)).toBeUndefined();
    expect(lossOf(claim, [definition])?.loses).toBe('all resources that Crossplane composes for it');
    expect(lossOf(definition, [claim])?.loses).toBe(
      'every XDatabase and Database in the cluster, and what is composed of them: Database/x in apps',
    );
  });

  it('is reported with the setting that keeps them', () => {
    expect(lossOf(azure())?.settings).toEqual([
      'the annotation serviceoperator.azure.com/reconcile-policy: detach-on-delete',
      'the annotation serviceoperator.azure.com/reconcile-policy: skip',
    ]);
    expect(lossOf(terraform({ destroyResourcesOnDeletion: true }))).toEqual({
      loses: 'all that its Terraform state holds',
      settings: ['spec.destroyResourcesOnDeletion: false'],
    });
  });
});

describe('the deletion of an object with data or traffic in the cluster', () => {
  const withSpec = (rows: readonly (readonly [apiVersion: string, kind: string, spec?: JsonObject])[]) =>
    rows.map(([apiVersion, kind, spec = {}]) => [apiVersion, kind, spec] as const);

  it.each(
    withSpec([
      ['postgresql.cnpg.io/v1', 'Cluster'],
      ['postgresql.cnpg.io/v1', 'Database', { databaseReclaimPolicy: 'delete' }],
      ['acid.zalan.do/v1', 'postgresql'],
      ['postgres-operator.crunchydata.com/v1beta1', 'PostgresCluster'],
      ['pxc.percona.com/v1', 'PerconaXtraDBCluster'],
      ['psmdb.percona.com/v1', 'PerconaServerMongoDB'],
      ['mongodbcommunity.mongodb.com/v1', 'MongoDBCommunity'],
      ['kafka.strimzi.io/v1', 'Kafka'],
      ['kafka.strimzi.io/v1', 'KafkaTopic'],
      ['elasticsearch.k8s.elastic.co/v1', 'Elasticsearch'],
      ['rabbitmq.com/v1beta1', 'RabbitmqCluster'],
      ['k8s.mariadb.com/v1alpha1', 'Database'],
      ['minio.min.io/v2', 'Tenant'],
      ['ceph.rook.io/v1', 'CephCluster'],
      ['ceph.rook.io/v1', 'CephFilesystem'],
      ['ceph.rook.io/v1', 'CephObjectStore', { preservePoolsOnDelete: false }],
      ['bookkeeper.streamnative.io/v1alpha1', 'BookKeeperCluster'],
      ['v1', 'PersistentVolume', { persistentVolumeReclaimPolicy: 'Delete' }],
      ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
      ['fluxcd.controlplane.io/v1', 'FluxInstance'],
      ['velero.io/v1', 'BackupStorageLocation'],
      ['velero.io/v1', 'Schedule', { useOwnerReferencesInBackup: true }],
      ['externaldns.k8s.io/v1alpha1', 'DNSEndpoint'],
      ['objectstorage.k8s.io/v1alpha1', 'BucketClaim'],
      ['monitoring.coreos.com/v1', 'Prometheus', { storage: { volumeClaimTemplate: {} } }],
      ['temporal.io/v1beta1', 'TemporalCluster'],
      ['ydb.tech/v1alpha1', 'Storage'],
      ['ydb.tech/v1alpha1', 'Database'],
      ['k8s.keycloak.org/v2alpha1', 'Keycloak'],
    ]),
  )('destroys more than the object: %s %s', (apiVersion, kind, spec) => {
    expect(lossOf(object(apiVersion, kind, spec))).toBeDefined();
  });

  it.each(
    withSpec([
      ['postgresql.cnpg.io/v1', 'Database'],
      ['postgresql.cnpg.io/v1', 'Pooler'],
      ['postgresql.cnpg.io/v1', 'ScheduledBackup'],
      ['kafka.strimzi.io/v1', 'KafkaConnect'],
      ['k8s.mariadb.com/v1alpha1', 'Database', { cleanupPolicy: 'Skip' }],
      ['v1', 'PersistentVolume'],
      ['v1', 'PersistentVolume', { persistentVolumeReclaimPolicy: 'Retain' }],
      // helm-controller uninstalls nothing of it.
      ['helm.toolkit.fluxcd.io/v2', 'HelmRelease', { suspend: true }],
      ['argoproj.io/v1alpha1', 'Application'],
      ['apps/v1', 'Deployment'],
      ['velero.io/v1', 'Schedule'],
      ['ceph.rook.io/v1', 'CephFilesystem', { preserveFilesystemOnDelete: true }],
      ['ceph.rook.io/v1', 'CephObjectStore', { preservePoolsOnDelete: true }],
      ['velero.io/v1', 'Schedule', { useOwnerReferencesInBackup: false }],
      ['velero.io/v1', 'Backup'],
      ['monitoring.coreos.com/v1', 'Prometheus'],
      ['k8s.keycloak.org/v2alpha1', 'KeycloakRealmImport'],
    ]),
  )('destroys nothing else: %s %s', (apiVersion, kind, spec) => {
    expect(lossOf(object(apiVersion, kind, spec))).toBeUndefined();
  });

  it('destroys the volumes of a StatefulSet only if its policy deletes them', () => {
    const set = (spec: JsonObject) => lossOf(object('apps/v1', 'StatefulSet', spec))?.loses;
    expect(set({})).toBe('its pods');
    expect(set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } })).toBe(
      'its pods, and their volumes with the data on them',
    );
  });

  it('stops the traffic of a Gateway that has routes', () => {
    const gateway = object('gateway.networking.k8s.io/v1', 'Gateway');
    const route = (kind: string, parentRef: JsonObject, namespace = 'apps'): JsonObject => ({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind,
      metadata: { name: 'r', namespace },
      spec: { parentRefs: [parentRef] },
    });
    expect(lossOf(gateway)).toBeUndefined();
    expect(lossOf(gateway, [route('HTTPRoute', { name: 'other' })])).toBeUndefined();
    expect(lossOf(gateway, [route('HTTPRoute', { name: 'x' }, 'web')])).toBeUndefined();
    expect(lossOf(gateway, [route('HTTPRoute', { kind: 'Service', group: '', name: 'x' })])).toBeUndefined();
    expect(lossOf(gateway, [route('HTTPRoute', { name: 'x' })])?.loses).toBe(
      'its address, and what reaches the cluster through it: HTTPRoute/r in apps',
    );
    expect(lossOf(gateway, [route('GRPCRoute', { name: 'x', namespace: 'apps' }, 'web')])?.loses).toContain(
      'GRPCRoute/r in web',
    );
  });

  it('stops the traffic of a Gateway and a ListenerSet if the listeners come from ListenerSets', () => {
    const gateway = object('gateway.networking.k8s.io/v1', 'Gateway');
    const set = (name: string, group = 'gateway.networking.k8s.io', kind = 'ListenerSet'): JsonObject => ({
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: 'set', namespace: 'apps' },
      spec: { parentRef: { name } },
    });
    const route: JsonObject = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: 'r', namespace: 'apps' },
      spec: { parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'ListenerSet', name: 'set' }] },
    };
    expect(lossOf(gateway, [set('other')])).toBeUndefined();
    expect(lossOf(gateway, [set('x'), route])?.loses).toBe(
      'its address, and what reaches the cluster through it: ListenerSet/set in apps',
    );
    const experimental = set('x', 'gateway.networking.x-k8s.io', 'XListenerSet');
    expect(lossOf(gateway, [experimental])?.loses).toContain('XListenerSet/set in apps');
    expect(lossOf(set('x'))).toBeUndefined();
    expect(lossOf(set('x'), [route])?.loses).toBe('what reaches the cluster through it: HTTPRoute/r in apps');
  });

  it('stops the traffic of an Istio Gateway', () => {
    const gateway = object('networking.istio.io/v1', 'Gateway');
    const service = (gateways: readonly string[], namespace: string): JsonObject => ({
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: { name: 'v', namespace },
      spec: { gateways },
    });
    expect(lossOf(gateway, [service(['mesh', 'x'], 'web')])).toBeUndefined();
    for (const one of [service(['mesh', 'apps/x'], 'web'), service(['x'], 'apps')]) {
      expect(lossOf(gateway, [one])?.loses).toMatch(/^what reaches the cluster through it: VirtualService\/v in /);
    }
  });

  it("releases the address of a GKE Ingress unless it's reserved", () => {
    const ingress = (annotations: Annotations) => lossOf(object('networking.k8s.io/v1', 'Ingress', {}, annotations));
    const gce = { 'kubernetes.io/ingress.class': 'gce' };
    expect(ingress(gce)?.loses).toBe('its load balancer and its address: a new one gets another');
    expect(ingress({ ...gce, 'kubernetes.io/ingress.global-static-ip-name': 'web' })).toBeUndefined();
    expect(ingress({ 'kubernetes.io/ingress.class': 'nginx' })).toBeUndefined();
  });

  it('releases the addresses of a Service with a load balancer', () => {
    const service = (type: string) => lossOf(object('v1', 'Service', { type }))?.loses;
    expect(service('LoadBalancer')).toBe('its load balancer and its addresses: a new one gets others');
    expect(service('ClusterIP')).toBeUndefined();
  });
});

it('counts the kinds that the user adds', () => {
  const json = object('db.example.org/v1', 'Database');
  const loses = (...protectedKinds: readonly { group: string; kind?: string; loses?: string }[]) =>
    lossOf(json, [], {}, { protectedKinds })?.loses;
  expect(loses()).toBeUndefined();
  expect(loses({ group: 'db.example.org' })).toBe('what it manages outside of the cluster');
  expect(loses({ group: '*.example.org', kind: 'Database', loses: 'the database' })).toBe('the database');
  expect(loses({ group: 'example.org' }, { group: 'db.example.org', kind: 'User' })).toBeUndefined();
});

describe('an object whose controller deletes others with it', () => {
  const generating = (generate: JsonObject) =>
    object('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'a', match: {}, generate }] });

  it.each<readonly [json: JsonObject, loses: string]>([
    [object('argoproj.io/v1alpha1', 'ApplicationSet'), 'its Applications, and all objects that they have applied'],
    [object('fleet.cattle.io/v1alpha1', 'GitRepo'), 'all objects that it has applied'],
    [object('helm.k0sproject.io/v1beta1', 'Chart'), 'the release: all that its chart installed'],
    [object('pkg.crossplane.io/v1', 'Provider'), 'the CRDs that it has installed, with every object of them'],
    [
      object('olm.operatorframework.io/v1', 'ClusterExtension'),
      'the CRDs that it has installed, with every object of them',
    ],
    [object('capsule.clastix.io/v1beta2', 'Tenant'), 'its namespaces, with all that is in them'],
    [object('operator.tigera.io/v1', 'Installation'), "Calico, and with it the network of the cluster's pods"],
    [
      object('elbv2.k8s.aws/v1beta1', 'TargetGroupBinding'),
      'the targets of its target group, to which a load balancer sends requests',
    ],
    [generating({ synchronize: true, data: {} }), 'the objects that it has generated'],
  ])('destroys them: $kind', (json, loses) => {
    expect(lossOf(json)?.loses).toBe(loses);
  });

  it.each<JsonObject>([
    object('argoproj.io/v1alpha1', 'ApplicationSet', { syncPolicy: { preserveResourcesOnDeletion: true } }),
    object('argoproj.io/v1alpha1', 'AppProject'),
    object('fleet.cattle.io/v1alpha1', 'GitRepo', { keepResources: true }),
    object('capsule.clastix.io/v1beta2', 'Tenant', { preventDeletion: true }),
    object('kyverno.io/v1', 'ClusterPolicy', { rules: [{ name: 'a', validate: {} }] }),
    generating({ synchronize: true, clone: { name: 'a' } }),
    generating({ synchronize: false, data: {} }),
    generating({ synchronize: true, data: {}, orphanDownstreamOnPolicyDelete: true }),
  ])('destroys nothing else: $kind', (json) => {
    expect(lossOf(json)).toBeUndefined();
  });
});
