import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { uncovered } from './covers.js';
import type { Identity } from './identity.js';
import { parseBinding, parseRole, RBAC_GROUP, type RbacObject } from './parse-roles.js';
import type { PolicyRule } from './policy-rule.js';
import type { Rbac } from './rbac.js';
import type { RoleRef } from './role.js';

/** Why the API server refuses a Role, ClusterRole or binding to somebody who may write such objects. */
export type GrantFault =
  /** It grants what the writer doesn't hold. */
  | { readonly cause: 'escalation'; readonly missing: readonly PolicyRule[]; readonly role?: RoleRef }
  /** Only who may do everything may let a ClusterRole take the rules of others. */
  | { readonly cause: 'aggregation' }
  /** Whether the writer holds what the role grants can't be decided before the role is there. */
  | { readonly cause: 'missing-role'; readonly role: RoleRef };

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

const resources: Readonly<Record<string, string>> = { Role: 'roles', ClusterRole: 'clusterroles' };

/**
 * Why somebody may not write an object of RBAC although it may write objects of its kind; undefined if it may.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export const grantFault = (rbac: Rbac, who: Identity, object: RbacObject, before?: string): GrantFault | undefined => {
  const { kind, name } = object;
  const namespace = kind === 'Role' || kind === 'RoleBinding' ? object.namespace : undefined;
  const held = (): readonly PolicyRule[] => rbac.rightsOf(who, namespace, before).grants.flatMap(({ rules }) => rules);
  if (kind === 'Role' || kind === 'ClusterRole') {
    if (mayOf(rbac, who, 'escalate', { kind, name }, namespace, before)) return undefined;
    const missing = uncovered(held(), parseRole(object).rules);
    if (missing.length > 0) return { cause: 'escalation', missing };
    const selectors = objectsOf(fieldsOf(object.json['aggregationRule'])['clusterRoleSelectors']);
    return kind === 'ClusterRole' && selectors.length > 0 && uncovered(held(), everything).length > 0
      ? { cause: 'aggregation' }
      : undefined;
  }
  const role = parseBinding(object)?.role;
  if (role === undefined || mayBind(rbac, who, role, namespace, before)) return undefined;
  const grant = rbac.grantOf(role, namespace);
  if (grant === undefined) return { cause: 'missing-role', role };
  const missing = rbac.lacks(rbac.rightsOf(who, namespace, before), grant);
  return missing.length > 0 ? { cause: 'escalation', missing, role } : undefined;
};

/** Whether somebody may bind a role without holding what it grants. @param namespace undefined for a ClusterRoleBinding */
export const mayBind = (
  rbac: Rbac,
  who: Identity,
  role: RoleRef,
  namespace: string | undefined,
  before?: string,
): boolean => mayOf(rbac, who, 'bind', role, namespace, before);

const mayOf = (
  rbac: Rbac,
  who: Identity,
  verb: string,
  { kind, name }: RoleRef,
  namespace: string | undefined,
  before: string | undefined,
): boolean => rbac.may(who, { verb, group: RBAC_GROUP, resource: resources[kind]!, name, namespace }, before);
