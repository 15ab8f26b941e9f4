export { defaultsOf } from './default-roles.js';
export { type Identity, identityOfAccount, identityOfUser } from './identity.js';
export { type GrantFault, grantFault, mayBind } from './may-grant.js';
export { isBinding, isRole, parseBinding, parseRole, RBAC_GROUP, type RbacObject } from './parse-roles.js';
export { type PolicyRule, parseRules, printRules } from './policy-rule.js';
export { type Grant, openRbac, type Rbac, type Rights } from './rbac.js';
export type { AccessRequest, PathRequest, ResourceRequest } from './request.js';
export { type ResourceName, resourceOf } from './resource-of.js';
export type { Binding, Role, RoleRef } from './role.js';
