import { uncovered } from './covers.js';
import { defaultsOf, type RolesAndBindings } from './default-roles.js';
import { type Identity, keysOfIdentity } from './identity.js';
import { isBinding, isRole, parseBinding, parseRole, type RbacObject } from './parse-roles.js';
import type { PolicyRule } from './policy-rule.js';
import { type AccessRequest, allows } from './request.js';
import { type Binding, type Role, type RoleRef, selectsLabels } from './role.js';

/** What a role grants. */
export interface Grant {
  /** The role, as a sentence names it: `ClusterRole "edit"`. */
  readonly title: string;
  readonly rules: readonly PolicyRule[];
  /** It takes rules from other ClusterRoles. */
  readonly isAggregated: boolean;
  /** It may have rules that aren't known. */
  readonly isOpen: boolean;
  allows(request: AccessRequest): boolean;
}

/** What somebody may do in one namespace, or in the whole cluster. */
export interface Rights {
  readonly grants: readonly Grant[];
  /** Roles that it is bound to and that nothing known makes, and what else may give it more rights. */
  readonly open: readonly string[];
  allows(request: AccessRequest): boolean;
}

/** Evaluates the roles and bindings of a cluster as the API server's RBAC authorizer does. */
export interface Rbac {
  /**
   * The rights in a namespace, with those in the whole cluster; without a namespace, the latter alone.
   *
   * @param before leaves out the bindings of this origin, which isn't applied yet
   */
  rightsOf(who: Identity, namespace: string | undefined, before?: string): Rights;
  /** Whether somebody may do something, as far as the known roles and bindings say. */
  may(who: Identity, request: AccessRequest, before?: string): boolean;
  /** What a role grants; undefined if nothing known makes it. */
  grantOf(ref: RoleRef, namespace: string | undefined): Grant | undefined;
  /** What a role grants that rights lack, a verb of a resource each. */
  lacks(rights: Rights, grant: Grant): readonly PolicyRule[];
  /** The bindings that name somebody, in all namespaces. */
  bindingsOf(who: Identity): readonly Binding[];
  /** The namespaces with bindings that may name somebody: in all others, only the rights in the whole cluster count. */
  namespacesOf(who: Identity): ReadonlySet<string>;
  /** ClusterRoles that select each other, in the order of a circle. */
  readonly circles: readonly (readonly string[])[];
}

/**
 * @param objects Roles, ClusterRoles and their bindings; others are skipped
 * @param defaults what is there before @default - the roles of Kubernetes and Flux
 */
export const openRbac = (objects: Iterable<RbacObject>, defaults: RolesAndBindings = defaultsOf()): Rbac => {
  const roles = new Map<string, Role>();
  const bySubject = new Map<string, Binding[]>();
  const openBindings: Binding[] = [];
  const addRole = (role: Role): void => {
    const key = roleKey(role.namespace, role.name);
    const there = roles.get(key);
    // The API server gives its default roles back what somebody takes away.
    roles.set(key, there === undefined ? role : joinRoles(there, role));
  };
  const addBinding = (binding: Binding): void => {
    if (binding.isOpen) openBindings.push(binding);
    for (const subject of binding.subjects) {
      const all = bySubject.get(subject);
      if (all === undefined) bySubject.set(subject, [binding]);
      else all.push(binding);
    }
  };
  for (const role of defaults.roles) addRole(role);
  for (const binding of defaults.bindings) addBinding(binding);
  for (const object of objects) {
    if (isRole(object.kind)) addRole(parseRole(object));
    const binding = isBinding(object.kind) ? parseBinding(object) : undefined;
    if (binding !== undefined) addBinding(binding);
  }

  const grants = new Map<Role, Grant>();
  const clusterRoles = [...roles.values()].filter(({ namespace }) => namespace === undefined);
  const grantOfRole = (role: Role): Grant => {
    const known = grants.get(role);
    if (known !== undefined) return known;
    const found = role.selectors === undefined ? [role] : sourcesOf(role, clusterRoles);
    const grant = openGrant(role, found);
    grants.set(role, grant);
    return grant;
  };
  const grantOf = ({ kind, name }: RoleRef, namespace: string | undefined): Grant | undefined => {
    const role = roles.get(roleKey(kind === 'Role' ? (namespace ?? '') : undefined, name));
    return role && grantOfRole(role);
  };
  const bindingsOf = (who: Identity): readonly Binding[] => [
    ...new Set(keysOfIdentity(who).flatMap((key) => bySubject.get(key) ?? [])),
  ];

  const known = new Map<string, Rights>();
  const rightsOf: Rbac['rightsOf'] = (who, namespace, before) => {
    const key = [who.name, ...who.groups, namespace ?? '', before ?? ''].join(' ');
    const there = known.get(key);
    if (there !== undefined) return there;
    const isHere = (one: Binding) =>
      (one.namespace === undefined || one.namespace === namespace) && (before === undefined || one.origin !== before);
    const own = bindingsOf(who).filter(isHere);
    const found = own.map((one) => [one, grantOf(one.role, one.namespace)] as const);
    const rights = openRights(
      found.flatMap(([, grant]) => grant ?? []),
      [
        ...found.flatMap(([{ role }, grant]) =>
          grant === undefined ? [`${titleOfRole(role)}, which isn't known`] : [],
        ),
        ...openBindings.filter(isHere).map(({ name }) => `binding "${name}", whose subjects aren't known`),
      ],
    );
    known.set(key, rights);
    return rights;
  };

  // Many accounts have the same roles, and hand on the same ones.
  const lacking = new Map<string, readonly PolicyRule[]>();
  const ids = new Map<Grant, number>();
  const idOf = (grant: Grant): number => {
    if (!ids.has(grant)) ids.set(grant, ids.size);
    return ids.get(grant)!;
  };
  const lacks: Rbac['lacks'] = ({ grants: held }, grant) => {
    const key = [grant, ...held].map(idOf).join(' ');
    let found = lacking.get(key);
    if (found === undefined) {
      found = uncovered(
        held.flatMap(({ rules }) => rules),
        grant.rules,
      );
      lacking.set(key, found);
    }
    return found;
  };

  let circles: Rbac['circles'] | undefined;
  return {
    lacks,
    rightsOf,
    may: (who, request, before) =>
      rightsOf(who, 'path' in request ? undefined : request.namespace, before).allows(request),
    grantOf,
    bindingsOf,
    namespacesOf: (who) => new Set([...bindingsOf(who), ...openBindings].flatMap(({ namespace }) => namespace ?? [])),
    get circles() {
      circles ??= findCircles(clusterRoles);
      return circles;
    },
  };
};

const roleKey = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

const titleOfRole = ({ kind, name }: RoleRef): string => `${kind} "${name}"`;

const joinRoles = (one: Role, other: Role): Role => ({
  ...other,
  labels: { ...one.labels, ...other.labels },
  rules: [...one.rules, ...other.rules],
  ...((one.selectors ?? other.selectors) === undefined
    ? {}
    : { selectors: [...(one.selectors ?? []), ...(other.selectors ?? [])] }),
  isOpen: one.isOpen || other.isOpen,
});

/**
 * The roles whose rules an aggregated one gets in the end, through other aggregated ones too: the controller copies until
 * nothing changes, so that a circle ends with all rules of its members.
 */
const sourcesOf = (role: Role, clusterRoles: readonly Role[]): readonly Role[] => {
  const found = new Set<Role>();
  const seen = new Set([role]);
  const open = [role];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const one of selectedBy(at, clusterRoles)) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.selectors === undefined) found.add(one);
      else open.push(one);
    }
  }
  return [...found];
};

const selectedBy = (role: Role, clusterRoles: readonly Role[]): readonly Role[] =>
  clusterRoles.filter((one) => one !== role && role.selectors?.some((selector) => selectsLabels(selector, one.labels)));

const findCircles = (clusterRoles: readonly Role[]): readonly (readonly string[])[] => {
  const aggregated = clusterRoles.filter(({ selectors }) => selectors !== undefined);
  const circles: string[][] = [];
  const done = new Set<Role>();
  const visit = (role: Role, path: readonly Role[]): void => {
    const at = path.indexOf(role);
    if (at >= 0) circles.push(path.slice(at).map(({ name }) => name));
    if (at >= 0 || done.has(role)) return;
    for (const one of selectedBy(role, aggregated)) visit(one, [...path, role]);
    done.add(role);
  };
  for (const role of aggregated) visit(role, []);
  return circles;
};

const openGrant = (role: Role, sources: readonly Role[]): Grant => {
  const rules = sources.flatMap((one) => one.rules);
  const answers = new Map<string, readonly PolicyRule[]>();
  return {
    title: titleOfRole({ kind: role.namespace === undefined ? 'ClusterRole' : 'Role', name: role.name }),
    rules,
    isAggregated: role.selectors !== undefined,
    isOpen: role.isOpen || sources.some(({ isOpen }) => isOpen),
    allows: (request) => {
      // Many accounts have the same role, and ask for the same few kinds.
      const key =
        'path' in request
          ? `${request.verb} ${request.path}`
          : [request.verb, request.group, request.resource, request.subresource ?? ''].join(' ');
      let fitting = answers.get(key);
      if (fitting === undefined) {
        fitting = rules.filter((rule) => allows({ ...rule, resourceNames: [] }, request));
        answers.set(key, fitting);
      }
      return fitting.some((rule) => allows(rule, request));
    },
  };
};

const openRights = (grants: readonly Grant[], open: readonly string[]): Rights => ({
  grants,
  open: [
    ...open,
    ...grants.flatMap(({ title, isOpen }) => (isOpen ? [`${title}, of which not all rules are known`] : [])),
  ],
  allows: (request) => grants.some((grant) => grant.allows(request)),
});
