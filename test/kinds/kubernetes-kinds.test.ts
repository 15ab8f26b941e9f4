import { expect, test } from 'vitest';
import type { KubernetesSchemas } from '../../src/kinds/import-schemas.js';
import { kubernetesKinds } from '../../src/kinds/kubernetes-kinds.js';
import { runTsc } from '../charts/run-tsc.js';

test('the types of Kubernetes kinds are at least as strict as those of cdk8s-plus', () => {
  const use = `/// <reference types="node" />
import type { k8s } from 'cdk8s-plus-30';
import type { ClusterRoleBindingProps, StorageClassProps } from '../../src/index.js';
type Body<T> = Omit<T, 'name' | 'metadata' | 'labels' | 'annotations' | 'extra'>;
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export const fields: [
  Both<keyof Body<StorageClassProps>, keyof Body<k8s.KubeStorageClassProps>>,
  Both<keyof Body<ClusterRoleBindingProps>, keyof Body<k8s.KubeClusterRoleBindingProps>>,
  Both<Exclude<keyof ClusterRoleBindingProps['roleRef'], 'external' | 'node'>, keyof k8s.RoleRef>,
] = [true, true, true];
export const asStrict = (props: Pick<StorageClassProps, 'provisioner' | 'reclaimPolicy' | 'volumeBindingMode' | 'parameters'>): k8s.KubeStorageClassProps => props;
export const roleRef = (ref: ClusterRoleBindingProps['roleRef']): k8s.RoleRef => ref;
export const subject = (of: NonNullable<ClusterRoleBindingProps['subjects']>[number]): k8s.Subject => of;
const apiGroup = 'rbac.authorization.k8s.io';
export const good: ClusterRoleBindingProps = { roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' } };
export const goodClass: StorageClassProps = { provisioner: 'ebs.csi.aws.com', reclaimPolicy: 'Retain' };
// @ts-expect-error no group
export const noGroup: ClusterRoleBindingProps = { roleRef: { kind: 'ClusterRole', name: 'view' } };
// @ts-expect-error no provisioner
export const noProvisioner: StorageClassProps = {};
// @ts-expect-error not a policy
export const policy: StorageClassProps = { provisioner: 'ebs.csi.aws.com', reclaimPolicy: 'Keep' };
// @ts-expect-error not a field
export const field: StorageClassProps = { provisioner: 'ebs.csi.aws.com', reclaim: 'Retain' };
`;
  expect(runTsc({ 'use.ts': use })).toEqual([]);
});

const never = (): boolean => false;

test('a type that holds itself is open where it does, and an object in another one has its metadata', () => {
  const schemas = {
    kinds: { core: { Claim: { v1: 'core.v1.Claim' } }, apps: { Set: { v1: 'apps.v1.Set' } } },
    defs: {
      'apps.v1.Set': {
        type: 'object',
        properties: { claim: { $ref: 'core.v1.Claim' }, tree: { $ref: 'apps.v1.Tree' } },
      },
      'apps.v1.Tree': { type: 'object', properties: { leaf: { type: 'string' }, more: { $ref: 'apps.v1.Tree' } } },
      'core.v1.Claim': { type: 'object', properties: { size: { format: 'quantity' }, status: {} } },
    },
  } as unknown as KubernetesSchemas;
  const kinds = kubernetesKinds(schemas, (group, kind) => group === '' && kind === 'Claim');
  expect(kinds.map(({ group, kind, scope }) => `${group}/${kind} ${scope}`)).toEqual([
    '/Claim Cluster',
    'apps/Set Namespaced',
  ]);
  const { claim, tree } = kinds[1]!.versions[0]!.schema.properties!;
  expect(claim).toMatchObject({
    typeName: 'ClaimTemplate',
    properties: { size: { 'x-kubernetes-int-or-string': true } },
  });
  expect(Object.keys(claim!.properties!)).toEqual(['apiVersion', 'kind', 'metadata', 'size']);
  expect(tree).toEqual({
    type: 'object',
    typeName: 'Tree',
    properties: { leaf: { type: 'string' }, more: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
});

test('a definition that is missing is named', () => {
  const schemas: KubernetesSchemas = {
    kinds: { 'example.org': { Broken: { v1: 'Broken' } } },
    defs: { Broken: { type: 'object', properties: { inner: { $ref: 'Missing' } } } } as KubernetesSchemas['defs'],
  };
  expect(() => kubernetesKinds(schemas, never)).toThrow('schemas/kubernetes has no definition "Missing"');
});
