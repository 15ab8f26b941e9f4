import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { type Build, both, object, one, release } from '../rule-programs.js';

const found = (apiVersion: string, kind: string, ...more: readonly Build[]) => {
  const { charts, build } = release({});
  const group = apiVersion.slice(0, apiVersion.indexOf('/'));
  return one(
    { charts, build: both(build, ...more, object(apiVersion, kind, undefined, { namespace: undefined })) },
    { external: [group] },
  )
    .filter(({ code }) => code === 'FX607')
    .map(({ severity }) => severity);
};
const crd =
  (properties: object): Build =>
  (scope) => {
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' }, ...properties } } };
    new ApiObject(scope, 'crd', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'tenantclasses.example.org' },
      spec: {
        group: 'example.org',
        scope: 'Cluster',
        names: { kind: 'TenantClass', plural: 'tenantclasses', singular: 'tenantclass', listKind: 'TenantClassList' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    } as never);
  };

describe('a class beside a release', () => {
  it.each([
    ['snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass'],
    ['groupsnapshot.storage.k8s.io/v1', 'VolumeGroupSnapshotClass'],
    ['objectstorage.k8s.io/v1alpha2', 'BucketClass'],
    ['objectstorage.k8s.io/v1alpha2', 'BucketAccessClass'],
    ['kueue.x-k8s.io/v1beta1', 'WorkloadPriorityClass'],
    ['secrets.stackable.tech/v1alpha1', 'SecretClass'],
    ['eks.amazonaws.com/v1', 'NodeClass'],
    ['gateway.networking.k8s.io/v1', 'GatewayClass'],
    ['scheduling.k8s.io/v1', 'PriorityClass'],
    ['resource.k8s.io/v1', 'DeviceClass'],
  ])('holds nothing up if its kind has no condition that Flux waits for: %s %s', (apiVersion, kind) => {
    expect(found(apiVersion, kind)).toEqual([]);
  });

  it.each([
    ['karpenter.k8s.aws/v1', 'EC2NodeClass'],
    ['karpenter.azure.com/v1beta1', 'AKSNodeClass'],
  ])('is refused if its operator says whether it is ready: %s %s', (apiVersion, kind) => {
    expect(found(apiVersion, kind)).toEqual(['error']);
  });

  it('is judged by its CRD in the tree', () => {
    expect(found('example.org/v1', 'TenantClass', crd({}))).toEqual([]);
    expect(found('example.org/v1', 'TenantClass', crd({ status: { type: 'object' } }))).toEqual(['warning']);
  });

  it('is a notice if nothing describes its kind', () => {
    expect(found('example.org/v1', 'TenantClass')).toEqual(['notice']);
    // The group decides, not the name alone.
    expect(found('example.org/v1', 'StorageClass')).toEqual(['notice']);
  });
});
