import { FLUX_NAMESPACE } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { type Binding, type Grant, RBAC_GROUP } from '../../rbac/index.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { whoIs } from '../accounts/accounts.js';
import { type Account, accountOf } from '../accounts/appliers.js';
import { defineRule, objectsOfKind, placeIn, type RuleState, type StateObject, specOf } from '../rule.js';

export const wideAccount = defineDiagnostic({
  code: 'FX805',
  name: 'wide-account',
  severity: 'warning',
  summary:
    "Flux applies a source of somebody else as a service account that may do more than such a source can need: everything, hand on rights that it doesn't hold (`bind`, `escalate`), act as others (`impersonate`), or change what Flux itself applies. The account then bounds nothing.",
  page: {
    example:
      "a Kustomization on the GitRepository of another team, with serviceAccountName: 'team', and a ClusterRoleBinding of that account to 'cluster-admin'",
    right: "a RoleBinding to 'admin' or 'edit' in the team's namespace",
  },
  exceptable: true,
});

/** The account of a source outside of this repository has no more rights than such a source can need. */
export const wideAccountRule = defineRule(
  [wideAccount],
  (state, report, { index, accounts }) => {
    const { rbac } = accounts;
    const told = new Set<string>();
    const homes = homesOf(state);
    const own = new Set(state.units.flatMap(({ declared, entry }) => (declared === undefined ? [] : entry)));
    for (const kustomization of objectsOfKind(index, 'kustomize.toolkit.fluxcd.io/Kustomization')) {
      const account = accountOf(kustomization, state);
      if (account === undefined || !isOfOthers(state, kustomization)) continue;
      if (isController(account) && own.has(kustomization)) continue;
      const title = `${account.namespace}/${account.name}`;
      if (told.has(title)) continue;
      told.add(title);
      const all = rbac.bindingsOf(whoIs(account)).flatMap((binding) => {
        const grant = rbac.grantOf(binding.role, binding.namespace);
        return grant === undefined
          ? []
          : reasonsOf(grant, binding, homes.get(account.namespace) ?? new Set([account.namespace]));
      });
      // `flux create tenant` gives cluster-admin in the tenant's own namespace.
      const isOwn = all.every(({ isOwnNamespace }) => isOwnNamespace);
      const reasons = new Set(all.map(({ words }) => words));
      if (reasons.size === 0) continue;
      report(
        diagnose(wideAccount, {
          message: `${kustomization.title} applies a source of somebody else as ServiceAccount ${title}, which ${[...reasons].join(', and ')}`,
          at: placeIn(kustomization, account.path ?? 'spec'),
          severity: isOwn ? 'notice' : 'warning',
          fix: isOwn
            ? 'bind the account to "admin", which may not change the quotas of the namespace'
            : 'bind the account to a role with what that source needs, in its own namespace',
        }),
      );
    }
  },
  { looksAtApplied: true },
);

/** The namespaces of a tenant, by each of them: what its account may do in one, it may do in its own. */
const homesOf = ({ units }: RuleState): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    units.flatMap(({ declared }) => {
      const namespaces = declared === undefined ? undefined : tenantOf(declared.built.instance)?.namespaces;
      if (namespaces === undefined) return [];
      const own = new Set(namespaces);
      return namespaces.map((one) => [one, own] as const);
    }),
  );

/** The account that synth names for an addon whose source its code chose: what Flux has without `defaultServiceAccount`. */
const isController = ({ name, namespace }: Account): boolean =>
  name === 'kustomize-controller' && namespace === FLUX_NAMESPACE;

/** Whether a Kustomization reads another source than the cluster's own. */
const isOfOthers = ({ source }: RuleState, kustomization: StateObject): boolean => {
  const { kind, name, namespace = kustomization.namespace } = fieldsOf(specOf(kustomization)['sourceRef']);
  return kind !== source.kind || name !== source.name || namespace !== source.namespace;
};

interface Reason {
  readonly words: string;
  /** It may do everything, and only in its own namespaces. */
  readonly isOwnNamespace: boolean;
}

const reasonsOf = (grant: Grant, { namespace, role }: Binding, own: ReadonlySet<string>): readonly Reason[] => {
  const isOwn = namespace !== undefined && own.has(namespace);
  const where = namespace === undefined ? 'in the whole cluster' : `in namespace "${namespace}"`;
  const may = (verb: string, group: string, resource: string): boolean =>
    grant.allows({ verb, group, resource, namespace });
  const reason = (words: string): Reason => ({
    words: `${words} by ${role.kind} "${role.name}"`,
    isOwnNamespace: false,
  });
  if (may('*', '*', '*')) {
    return [{ ...reason(`may do everything ${where}`), isOwnNamespace: isOwn && namespace !== FLUX_NAMESPACE }];
  }
  const roles = ['roles', 'clusterroles'];
  return [
    ...['bind', 'escalate'].flatMap((verb) =>
      roles.some((one) => may(verb, RBAC_GROUP, one)) ? [reason(`may ${verb} roles ${where}`)] : [],
    ),
    // To act as an account of its own namespaces is part of the roles "edit" and "admin".
    ...(['users', 'groups'].some((one) => may('impersonate', '', one)) ||
    (!isOwn && may('impersonate', '', 'serviceaccounts'))
      ? [reason(`may act as others ${where}`)]
      : []),
    ...((namespace === undefined || namespace === FLUX_NAMESPACE) &&
    !own.has(FLUX_NAMESPACE) &&
    may('patch', 'kustomize.toolkit.fluxcd.io', 'kustomizations')
      ? [reason(`may change what Flux applies in namespace "${FLUX_NAMESPACE}"`)]
      : []),
  ];
};
