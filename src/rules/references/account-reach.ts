import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import type { TargetName } from './targets.js';

/** Whether an account may create an object. */
export type Reach = (target: Pick<TargetName, 'group' | 'kind' | 'namespace'>) => boolean;

/** The rules of a role; undefined if the tree doesn't show them. */
type Rules = readonly Readonly<Record<string, unknown>>[] | undefined;

interface Grant {
  /** Undefined for the whole cluster. */
  readonly namespace: string | undefined;
  readonly rules: Rules;
}

const RBAC = 'rbac.authorization.k8s.io';

/**
 * What a ServiceAccount may create, by the bindings of the tree.
 *
 * @returns undefined if that isn't known, or has no bound: the tree makes no such account or no binding of it, or binds
 *   it to a role for the whole cluster whose rules the tree doesn't show
 */
export const openAccounts = (
  units: readonly Pick<Unit, 'objects' | 'entry'>[],
): ((name: string, namespace: string) => Reach | undefined) => {
  let found: Found | undefined;
  const known = new Map<string, Reach | undefined>();
  return (name, namespace) => {
    found ??= findRbac(units);
    const key = `${namespace}/${name}`;
    if (!known.has(key)) known.set(key, reachOf(found, name, namespace));
    return known.get(key);
  };
};

interface Found {
  readonly accounts: ReadonlySet<string>;
  readonly bindings: readonly StateObject[];
  readonly roles: ReadonlyMap<string, StateObject>;
  /** By `group/Kind`, from the CRDs of the tree. */
  readonly plurals: ReadonlyMap<string, string>;
}

const findRbac = (units: readonly Pick<Unit, 'objects' | 'entry'>[]): Found => {
  const accounts = new Set<string>();
  const bindings: StateObject[] = [];
  const roles = new Map<string, StateObject>();
  const plurals = new Map<string, string>();
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      const { group, kind, namespace, name } = object;
      if (group === '' && kind === 'ServiceAccount') accounts.add(`${namespace}/${name}`);
      else if (kind === 'CustomResourceDefinition') {
        const { group: own, names } = specOf(object);
        if (isObject(names)) plurals.set(`${String(own)}/${String(names['kind'])}`, String(names['plural']));
      } else if (group !== RBAC) continue;
      else if (kind.endsWith('Binding')) bindings.push(object);
      else roles.set(roleKey(kind, namespace, name), object);
    }
  }
  return { accounts, bindings, roles, plurals };
};

const roleKey = (kind: string, namespace: string | undefined, name: string): string =>
  kind === 'ClusterRole' ? `ClusterRole/${name}` : `${kind}/${namespace}/${name}`;

const reachOf = ({ accounts, bindings, roles, plurals }: Found, name: string, own: string): Reach | undefined => {
  if (!accounts.has(`${own}/${name}`)) return undefined;
  const grants: Grant[] = [];
  for (const binding of bindings) {
    if (!objectsOf(binding.json['subjects']).some((subject) => mayName(subject, name, own))) continue;
    const isWide = binding.kind === 'ClusterRoleBinding';
    const namespace = isWide ? undefined : binding.namespace;
    const rules = rulesOf(roles, binding);
    if (isWide ? rules === undefined : namespace === undefined || holdsExpression(namespace)) return undefined;
    grants.push({ namespace, rules });
  }
  // What a system group may do by default creates nothing.
  if (grants.length === 0) return undefined;
  return (target) =>
    grants.some(
      ({ namespace, rules }) =>
        (namespace === undefined || namespace === target.namespace) && mayCreate(rules, target, plurals),
    );
};

/** A subject is an account, or a group to which the account belongs; what Flux substitutes may be either. */
const mayName = (subject: Readonly<Record<string, unknown>>, name: string, namespace: string): boolean => {
  if (holdsExpression(JSON.stringify(subject))) return true;
  const groups = ['system:authenticated', 'system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  switch (subject['kind']) {
    case 'ServiceAccount':
      return subject['name'] === name && subject['namespace'] === namespace;
    case 'User':
      return subject['name'] === `system:serviceaccount:${namespace}:${name}`;
    default:
      return groups.includes(String(subject['name']));
  }
};

/** An aggregated role gets its rules from roles that may not be in the tree. */
const rulesOf = (roles: Found['roles'], { json, namespace }: StateObject): Rules => {
  const { kind, name } = fieldsOf(json['roleRef']);
  const role = roles.get(roleKey(String(kind), namespace, String(name)));
  if (role === undefined || role.json['aggregationRule'] !== undefined) return undefined;
  return holdsExpression(JSON.stringify(role.json['rules'] ?? [])) ? undefined : objectsOf(role.json['rules']);
};

/** Server-side apply patches an object that is there, and creates one that isn't. */
const WRITES: readonly string[] = ['create', 'patch', '*'];

const mayCreate = (
  rules: Rules,
  { group, kind }: Pick<TargetName, 'group' | 'kind'>,
  plurals: Found['plurals'],
): boolean => {
  if (rules === undefined) return true;
  const names = [plurals.get(`${group}/${kind}`) ?? pluralsOf(kind), '*'].flat();
  return rules.some(
    (rule) =>
      listOf(rule['verbs']).some((verb) => WRITES.includes(String(verb))) &&
      listOf(rule['apiGroups']).some((one) => one === group || one === '*') &&
      listOf(rule['resources']).some((one) => names.includes(String(one))),
  );
};

/** The names that Kubernetes' own kinds and most CRDs give to the resource of a kind. */
const pluralsOf = (kind: string): readonly string[] => {
  const one = kind.toLowerCase();
  return [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')];
};
