import { isObject } from '../../json/is-object.js';
import { identityOfAccount, type Rbac, resourceOf } from '../../rbac/index.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import type { Unit } from '../context/rule-state.js';
import { isFluxGroup, specOf } from '../context/state-index.js';
import type { TargetName } from './targets.js';

/** Whether an account may create an object. */
export type Reach = (target: Target) => boolean;

type Target = Pick<TargetName, 'group' | 'kind' | 'namespace'>;

/**
 * What a ServiceAccount may create, by the bindings of the tree.
 *
 * @returns undefined if that isn't known: the tree makes no such account, or no binding of it
 */
export const openReach = (
  units: readonly Pick<Unit, 'objects' | 'entry'>[],
  rbacOf: () => Rbac,
): ((name: string, namespace: string) => Reach | undefined) => {
  let found: Found | undefined;
  const known = new Map<string, Reach | undefined>();
  return (name, namespace) => {
    found ??= findAccounts(units);
    const key = `${namespace}/${name}`;
    if (!known.has(key))
      known.set(key, found.accounts.has(key) ? reachOf(found, rbacOf(), name, namespace) : undefined);
    return known.get(key);
  };
};

interface Found {
  readonly accounts: ReadonlySet<string>;
  /** By `group/Kind`, from the CRDs of the tree. */
  readonly plurals: ReadonlyMap<string, string>;
}

const findAccounts = (units: readonly Pick<Unit, 'objects' | 'entry'>[]): Found => {
  const accounts = new Set<string>();
  const plurals = new Map<string, string>();
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      const { group, kind, namespace, name } = object;
      if (group === '' && kind === 'ServiceAccount') accounts.add(`${namespace}/${name}`);
      if (kind !== 'CustomResourceDefinition') continue;
      const { group: own, names } = specOf(object);
      if (isObject(names)) plurals.set(`${String(own)}/${String(names['kind'])}`, String(names['plural']));
    }
  }
  return { accounts, plurals };
};

/** Server-side apply patches an object that is there, and creates one that isn't. */
const WRITES = ['create', 'patch'] as const;

const reachOf = ({ plurals }: Found, rbac: Rbac, name: string, own: string): Reach | undefined => {
  const who = identityOfAccount(own, name);
  // What a system group may do by default creates nothing.
  if (!rbac.bindingsOf(who).some(({ origin }) => origin !== undefined)) return undefined;
  const mayIn = ({ group, kind, namespace }: Target): boolean => {
    const rights = rbac.rightsOf(who, namespace);
    if (rights.open.length > 0) return true;
    const isCustom = !isBuiltInGroup(group) && !isFluxGroup(group);
    // A chart adds rights on its own kinds to the roles of Kubernetes.
    if (isCustom && rights.grants.some(({ isAggregated }) => isAggregated)) return true;
    const { names } = resourceOf(
      group,
      kind,
      (one, other) => plurals.get(`${one}/${other}`),
      () => !isCustom,
    );
    return WRITES.some((verb) => names.some((resource) => rights.allows({ verb, group, resource, namespace })));
  };
  // Each of many accounts is asked for what is missing in the namespaces of all the others.
  const bound = rbac.namespacesOf(who);
  const answers = new Map<string, boolean>();
  return (target) => {
    const namespace = target.namespace !== undefined && bound.has(target.namespace) ? target.namespace : undefined;
    const key = `${target.group}/${target.kind} ${namespace ?? ''}`;
    let may = answers.get(key);
    if (may === undefined) {
      may = mayIn({ ...target, namespace });
      answers.set(key, may);
    }
    return may;
  };
};
