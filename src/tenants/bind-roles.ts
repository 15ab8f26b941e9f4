import type { Construct } from 'constructs';
import { Role, RoleBinding, type RoleBindingSubjects } from '../../imports/rbac.authorization.k8s.io.js';
import type { TenantGroup, TenantOptions, TenantParts, TenantRole } from './tenant-options.js';

const RBAC = 'rbac.authorization.k8s.io';
const WRITE = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
/** The role of a binding cannot change, so Flux deletes the binding and creates it again when the tenant gets another role. */
const REMADE = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };
/** The Role for what the platform shares, and no default role of Kubernetes covers. */
const SHARED = 'shared-services';

/** What a Gateway and a store are used by, which the default roles cover only where a chart adds it to them. */
const sharedRules = ({ gateways = [], stores = [] }: TenantOptions) => [
  ...(gateways.length === 0
    ? []
    : [{ apiGroups: ['gateway.networking.k8s.io'], resources: ['grpcroutes', 'httproutes'], verbs: WRITE }]),
  ...(stores.length === 0
    ? []
    : [{ apiGroups: ['external-secrets.io'], resources: ['externalsecrets'], verbs: WRITE }]),
];

const asRole = (role: string | TenantRole): TenantRole =>
  typeof role === 'string' ? { kind: 'ClusterRole', name: role } : role;

const asGroups = ({ groups = [] }: TenantOptions): readonly TenantGroup[] =>
  (Array.isArray(groups) ? (groups as readonly (string | TenantGroup)[]) : [groups as string]).map((group) =>
    typeof group === 'string' ? { name: group } : group,
  );

const keyOf = ({ kind, name }: TenantRole): string => `${kind}/${name}`;

/** Binds the tenant's account, and its groups, to their roles in each of its namespaces. */
export const bindRoles = (scope: Construct, options: TenantOptions, parts: TenantParts): void => {
  const { namespaces, serviceAccount, labels } = parts;
  const { role = 'edit' } = options;
  if (role === false) return;
  const account: RoleBindingSubjects = { kind: 'ServiceAccount', name: serviceAccount, namespace: namespaces[0] };
  const own = asRole(role);
  const groups = asGroups(options);
  /** By role: the groups that have it. */
  const byRole = new Map<string, { readonly role: TenantRole; readonly subjects: RoleBindingSubjects[] }>();
  for (const { name, role: other } of groups) {
    const its = other === undefined ? own : asRole(other);
    const bound = byRole.get(keyOf(its)) ?? { role: its, subjects: [] };
    bound.subjects.push({ kind: 'Group', apiGroup: RBAC, name });
    byRole.set(keyOf(its), bound);
  }
  const rules = sharedRules(options);
  for (const namespace of namespaces) {
    const bind = (name: string, { kind, name: of, external }: TenantRole, subjects: readonly RoleBindingSubjects[]) =>
      new RoleBinding(scope, `${namespace}: ${name}`, {
        name,
        namespace,
        labels,
        annotations: REMADE,
        roleRef: { apiGroup: RBAC, kind, name: of, ...(external === true ? { external } : {}) },
        subjects,
      });
    bind(serviceAccount, own, [account]);
    for (const [key, { role: its, subjects }] of byRole)
      bind(key === keyOf(own) ? 'team' : `team-${its.name}`, its, subjects);
    if (rules.length === 0) continue;
    new Role(scope, `${namespace}: role`, { name: SHARED, namespace, labels, rules });
    const all = [account, ...(byRole.get(keyOf(own))?.subjects ?? [])];
    bind(SHARED, { kind: 'Role', name: SHARED }, all);
  }
};
