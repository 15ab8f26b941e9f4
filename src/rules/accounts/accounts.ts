import { isObject } from '../../json/is-object.js';
import type { ResourceName } from '../../rbac/index.js';
import { type Identity, identityOfAccount, RBAC_GROUP, type Rbac, resourceOf } from '../../rbac/index.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import type { RuleState, StateObject } from '../context/rule-state.js';
import { isFluxGroup, objectsOfKind, type StateIndex, specOf } from '../context/state-index.js';
import type { References } from '../references/index.js';
import { type Account, type Applier, accountOf, findAppliers } from './appliers.js';

/** The roles and bindings of a cluster, and the accounts as which Flux applies objects. */
export interface Accounts {
  readonly rbac: Rbac;
  readonly appliers: readonly Applier[];
  /** A platform gives the rights, which the code here can't change. */
  readonly isOfPlatform: boolean;
  resourceOf(group: string, kind: string): ResourceName;
  /** Whether the tree makes an account. */
  isOfTree(account: Account): boolean;
  /** Whether the tree makes an account, or Kubernetes does, as it makes `default` in each namespace. */
  isMade(account: Account): boolean;
  /** Whether a binding of the tree names an account itself. */
  isBound(account: Account): boolean;
  /**
   * What may give an account rights in a namespace that aren't known: objects that others make; undefined if nothing
   * may.
   *
   * @param group the API group of what it needs rights for
   */
  doubt(account: Account, namespace: string | undefined, group: string): string | undefined;
}

const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/Kustomization';
const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

export const openAccounts = (
  state: RuleState,
  index: StateIndex,
  rbacOf: () => Rbac,
  references: () => References,
  isInPackage: (group: string, kind: string) => boolean,
): Accounts => {
  const plurals = new Map<string, string>();
  for (const crd of objectsOfKind(index, 'apiextensions.k8s.io/CustomResourceDefinition')) {
    const { group, names } = specOf(crd);
    if (isObject(names)) plurals.set(`${String(group)}/${String(names['kind'])}`, String(names['plural']));
  }
  const made = new Set(
    objectsOfKind(index, '/ServiceAccount').map(({ name, namespace = '' }) => `${namespace}/${name}`),
  );
  const appliers = findAppliers(state);
  const partial = state.units.find(({ isPartial }) => isPartial);
  const elsewhere = state.elsewhere.externalObjects.find(
    ({ kind, group = RBAC_GROUP }) => isOfRbac(kind) && group === RBAC_GROUP,
  );
  // A chart may add rights on the kinds that it installs to the roles of Kubernetes.
  const hasReleases = objectsOfKind(index, RELEASE).length > 0 || state.offer?.account.chartsAddRights === true;
  const kustomizations = objectsOfKind(index, KUSTOMIZATION).map((one) => [one, accountOf(one, state)] as const);
  /** What is applied as the account itself can't give it more than it has. */
  const ownOf = (who: Account): ReadonlySet<StateObject> =>
    new Set(
      kustomizations.flatMap(([one, account]) =>
        account?.name === who.name && account.namespace === who.namespace ? [one] : [],
      ),
    );
  const mayBind = (account: Account, namespace: string | undefined): boolean => {
    const { makers } = references();
    const own = ownOf(account);
    return ['RoleBinding', 'ClusterRoleBinding'].some((kind) =>
      makers.mayBeOfTree(
        { group: RBAC_GROUP, kind, name: account.name, namespace: kind === 'RoleBinding' ? namespace : undefined },
        own,
      ),
    );
  };
  const resources = new Map<string, ResourceName>();
  const nameOfKind = (group: string, kind: string): ResourceName => {
    const key = `${group}/${kind}`;
    let found = resources.get(key);
    if (found === undefined) {
      found = resourceOf(
        group,
        kind,
        () => plurals.get(key) ?? state.ownKinds.find(group, kind)?.plural,
        (one) => isBuiltInGroup(one) || isFluxGroup(one) || isInPackage(one, kind),
      );
      resources.set(key, found);
    }
    return found;
  };
  const binds = new Map<string, boolean>();
  const nameOf = ({ name, namespace }: Account): string => `${namespace}/${name}`;
  return {
    get rbac() {
      return rbacOf();
    },
    appliers,
    isOfPlatform: state.offer !== undefined,
    resourceOf: nameOfKind,
    isOfTree: (account) => made.has(nameOf(account)),
    isMade: (account) => account.name === 'default' || made.has(nameOf(account)),
    // Kubernetes binds the groups of all accounts to a few roles.
    isBound: (account) =>
      rbacOf()
        .bindingsOf(whoIs(account))
        .some(({ origin }) => origin !== undefined),
    doubt: (account, namespace, group) => {
      const rights = rbacOf().rightsOf(whoIs(account), namespace);
      if (rights.open.length > 0) return rights.open[0];
      if (partial !== undefined) return `objects of "${partial.name}" that aren't known`;
      if (elsewhere !== undefined) return `${elsewhere.kind} "${elsewhere.name}", which others make`;
      const key = `${nameOf(account)} ${namespace ?? ''}`;
      let may = binds.get(key);
      if (may === undefined) {
        may = mayBind(account, namespace);
        binds.set(key, may);
      }
      if (may) return "bindings of a source that synth doesn't read";
      const isAggregated = rights.grants.some((grant) => grant.isAggregated);
      return isAggregated && hasReleases && !isBuiltInGroup(group) && !isFluxGroup(group)
        ? 'what a chart adds to the roles of Kubernetes'
        : undefined;
    },
  };
};

const isOfRbac = (kind: string): boolean => /^(?:Cluster)?Role(?:Binding)?$/.test(kind);

export const whoIs = ({ namespace, name }: Account): Identity => identityOfAccount(namespace, name);
