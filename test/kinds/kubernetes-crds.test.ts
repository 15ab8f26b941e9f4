import { expect, test } from 'vitest';
import type { KubernetesSchemas } from '../../src/kinds/import-schemas.js';
import { kubernetesCrds } from '../../src/kinds/kubernetes-crds.js';
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

const schemas: KubernetesSchemas = {
  kinds: { 'example.org': { Loop: { v1: 'Loop' }, Broken: { v1: 'Broken' } } },
  defs: {
    Loop: { type: 'object', properties: { inner: { $ref: 'Loop' } } },
    Broken: { type: 'object', properties: { inner: { $ref: 'Missing' } } },
  } as KubernetesSchemas['defs'],
};

test.each([
  ['Loop', "Loop > Loop: a CRD can't refer to itself"],
  ['Broken', 'schemas/kubernetes has no definition "Missing"'],
  ['Gone', 'schemas/kubernetes has no kind "Gone" in the group "example.org"'],
])('%s: %s', (kind, message) => {
  expect(() => kubernetesCrds(schemas, { 'example.org': { [kind]: 'Namespaced' } })).toThrow(message);
});
