import { defineDiagnostic, diagnose, nameSome, ties } from '../../diagnostics/index.js';
import {
  type GrantFault,
  grantFault,
  type Identity,
  isBinding,
  isRole,
  mayBind,
  parseBinding,
  printRules,
  RBAC_GROUP,
} from '../../rbac/index.js';
import { type Accounts, whoIs } from '../accounts/accounts.js';
import type { Account, Applier } from '../accounts/appliers.js';
import { type Needed, neededFor, requestOf, type Verb } from '../accounts/needs.js';
import { roleFix } from '../accounts/role-fix.js';
import { rbacObjectOf } from '../accounts/tree-rbac.js';
import { defineRule, placeIn, type Report, type RuleState, type StateObject, specOf } from '../rule.js';

export const forbidden = defineDiagnostic({
  code: 'FX800',
  name: 'forbidden-object',
  severity: 'error',
  summary:
    "A Kustomization is applied as a service account (`serviceAccountName`, or `flux.defaultServiceAccount`) that may not apply one of its objects. Flux applies none of them. It is a warning if the account may apply the object only once it is there, or may not delete it, and a notice if something that synth doesn't see may give the account more rights.",
  page: {
    example:
      "kustomization: { serviceAccountName: 'reconciler' }, a Service among the objects, and a Role whose rules have only ConfigMaps",
    flux: 'Service/claims/web dry-run failed (Forbidden): services "web" is forbidden: User "system:serviceaccount:claims:reconciler" cannot patch resource "services" in API group "" in the namespace "claims"',
    right:
      "a rule { apiGroups: [''], resources: ['services'], verbs: ['get', 'create', 'patch', 'delete'] } in the Role",
  },
  exceptable: true,
});

export const escalation = defineDiagnostic({
  code: 'FX801',
  name: 'escalating-object',
  severity: 'error',
  summary:
    'A Kustomization is applied as a service account, and a role or binding among its objects grants more than the account holds. The API server refuses that, unless the account has the verb `escalate` or `bind`.',
  page: {
    example: "a RoleBinding to ClusterRole 'cluster-admin', applied as an account that is bound to 'edit'",
    flux: 'user "system:serviceaccount:claims:reconciler" (groups=[…]) is attempting to grant RBAC permissions not currently held:',
    right: "a RoleBinding to 'view', or the binding in an addon that Flux applies itself",
  },
  exceptable: true,
});

export const laterRole = defineDiagnostic({
  code: 'FX802',
  name: 'binding-with-role',
  severity: 'warning',
  summary:
    "A Kustomization is applied as a service account without the verb `bind`, and has a RoleBinding together with its Role. The API server refuses the binding while the Role isn't there, and Flux tries all objects before it makes any: neither is made.",
  page: {
    example: 'a Role and a RoleBinding to it in one addon with kustomization: { serviceAccountName }',
    flux: 'RoleBinding/claims/web dry-run failed (NotFound): rolebindings.rbac.authorization.k8s.io "web" not found',
    right: 'the Role in an addon that this one requires, or the verb bind for that Role',
  },
  exceptable: true,
});

export const unbound = defineDiagnostic({
  code: 'FX803',
  name: 'account-without-rights',
  severity: 'notice',
  summary:
    'Flux applies a Kustomization as a service account of the tree, and no binding of the tree gives that account rights. If nothing else binds it, Flux may not apply anything.',
  page: {
    example: "kustomization: { serviceAccountName: 'reconciler' }, and the ServiceAccount without a RoleBinding",
    flux: 'User "system:serviceaccount:claims:reconciler" cannot patch resource "configmaps" in API group "" in the namespace "claims"',
    right: 'a RoleBinding of the account in each namespace of the objects',
  },
  exceptable: true,
});

/** Each object that Flux applies as an account is one that the account may apply, as the API server's RBAC decides. */
export const forbiddenObjectRule = defineRule(
  [forbidden, escalation, laterRole, unbound],
  (state, report, { accounts }) => {
    const told = new Set<string>();
    for (const applier of accounts.appliers) {
      const { account } = applier;
      if (accounts.isBound(account)) {
        checkApplier(state, applier, accounts, report);
        continue;
      }
      const title = titleOf(account);
      // Other rules report an account that nothing makes, and one of the cluster's setting.
      if (account.path === undefined || !accounts.isOfTree(account) || told.has(title)) continue;
      told.add(title);
      report(
        diagnose(unbound, {
          message: `${applier.kustomization.title} is applied as ServiceAccount ${title}, to which no binding of the tree gives rights`,
          at: placeIn(applier.kustomization, account.path),
          fix: 'bind it to a role with what it applies, in an addon that this one requires',
        }),
      );
    }
  },
  { looksAtApplied: true },
);

const titleOf = ({ namespace, name }: Account): string => `${namespace}/${name}`;

/** What an account lacks for several objects of a kind in one namespace. */
interface Lack {
  readonly first: Needed;
  readonly objects: StateObject[];
  readonly verbs: readonly Verb[];
}

const checkApplier = (state: RuleState, applier: Applier, accounts: Accounts, report: Report): void => {
  const { unit, account, kustomization, objects } = applier;
  const { rbac } = accounts;
  const who = whoIs(account);
  // What the account applies itself gives it no rights before.
  const before = rbac.bindingsOf(who).some(({ origin }) => origin === unit.name) ? unit.name : undefined;
  const may = (needed: Needed, verb: string): boolean =>
    needed.resource.names.some((one) => rbac.may(who, requestOf(needed, verb, one), before));
  const lacks = new Map<string, Lack>();
  for (const object of objects) {
    const needed = neededFor(object, kustomization, state, accounts.resourceOf(object.group, object.kind));
    if (needed === undefined) continue;
    const missing = needed.verbs.filter((verb) => !may(needed, verb));
    if (missing.length > 0) {
      const key = [needed.group, needed.resource.names[0], needed.namespace, ...missing].join(' ');
      const lack = lacks.get(key);
      if (lack === undefined) lacks.set(key, { first: needed, objects: [object], verbs: missing });
      else lack.objects.push(object);
    }
    if (missing[0] !== 'patch' && object.group === RBAC_GROUP && (isRole(object.kind) || isBinding(object.kind))) {
      const fault = grantFault(rbac, who, rbacObjectOf(object), before);
      if (fault !== undefined) reportGrant({ ...applier, who, accounts, before }, object, fault, report);
      else reportLaterRole({ ...applier, who, accounts, before }, object, report);
    }
  }
  for (const lack of lacks.values()) reportLack({ ...applier, who, accounts, before }, lack, report);
};

interface Asked extends Applier {
  readonly who: Identity;
  readonly accounts: Accounts;
  readonly before: string | undefined;
}

/** Why it isn't sure that an account lacks a right. */
const doubtOf = (
  { accounts, account, kustomization }: Asked,
  namespace: string | undefined,
  group: string,
  isKnown: boolean,
): string | undefined => {
  if (!accounts.isMade(account)) return `what else makes ServiceAccount ${titleOf(account)}`;
  if (!isKnown) return 'a rule for the resource of this kind, whose name only its CRD has';
  // A patch may take the object out.
  if (JSON.stringify(specOf(kustomization)['patches'] ?? []).includes('$patch')) return 'patches of the Kustomization';
  return accounts.doubt(account, namespace, group);
};

const reportLack = (asked: Asked, { first, objects, verbs }: Lack, report: Report): void => {
  const { account, who, accounts, before } = asked;
  const { group, namespace, resource, object } = first;
  const isNamespace = group === '' && object.kind === 'Namespace';
  const scope = isNamespace ? undefined : namespace;
  const doubt = doubtOf(asked, namespace, group, resource.isKnown);
  const [verb = 'patch'] = verbs;
  const plural = group === '' ? resource.names[0] : `${resource.names[0]}.${group}`;
  const more = objects.slice(1).map(({ title }) => title);
  const ownRights = before !== undefined && accounts.rbac.may(who, requestOf(first, verb, resource.names[0]!));
  report(
    diagnose(forbidden, {
      message: `${object.title}${scope === undefined ? '' : ` in ${scope}`} would be applied as ServiceAccount ${titleOf(account)}, which may not ${isLater(verb) ? verbs.join(' and ') : verb} ${plural}${ownRights ? ' before it has applied its own binding' : ''}`,
      at: placeIn(object),
      severity: doubt !== undefined ? 'notice' : verb === 'patch' ? 'error' : 'warning',
      notes: [
        ...(more.length === 0 ? [] : [`the same goes for ${nameSome(more, 5)}`]),
        ...(verb === 'create' ? ["server-side apply of an object that isn't there also needs create"] : []),
        ...(isLater(verb) ? ['Flux fails once it prunes the object'] : []),
        ...(doubt === undefined ? [] : [`not sure: ${doubt}, may give it more rights`]),
      ],
      ties: { same: ties.object(`rights ${titleOf(account)} ${namespace ?? ''} ${plural} ${verb} ${object.unit}`) },
      fix: ownRights
        ? 'move the binding to an addon that Flux applies before, without this account'
        : roleFix(accounts, who, account, {
            group,
            resource: resource.names[0]!,
            namespace: scope,
            verbs: first.verbs.includes('delete') ? ['get', 'create', 'patch', 'delete'] : ['get', 'create', 'patch'],
          }),
    }),
  );
};

const isLater = (verb: Verb): boolean => verb === 'get' || verb === 'delete';

/** A ClusterRole is made in a step before, so that this is about Roles. */
const reportLaterRole = (asked: Asked, object: StateObject, report: Report): void => {
  const { unit, account, accounts, who, before } = asked;
  const role = object.kind === 'RoleBinding' ? parseBinding(rbacObjectOf(object))?.role : undefined;
  if (role?.kind !== 'Role' || mayBind(accounts.rbac, who, role, object.namespace, before)) return;
  const own = unit.objects.find(
    ({ kind, name, namespace }) => kind === 'Role' && name === role.name && namespace === object.namespace,
  );
  if (own === undefined || doubtOf(asked, object.namespace, RBAC_GROUP, true) !== undefined) return;
  report(
    diagnose(laterRole, {
      message: `${object.title} in ${object.namespace} comes with its Role "${role.name}", and ServiceAccount ${titleOf(account)}, as which both are applied, may not bind a Role that isn't there yet`,
      at: placeIn(object, 'roleRef'),
      notes: ['it works if the Role is there from an earlier commit'],
      fix: `move the Role to an addon that this one requires, or let the account bind it: { apiGroups: ['${RBAC_GROUP}'], resources: ['roles'], resourceNames: ['${role.name}'], verbs: ['bind'] }`,
    }),
  );
};

const reportGrant = (asked: Asked, object: StateObject, fault: GrantFault, report: Report): void => {
  const { account } = asked;
  const namespace = object.kind === 'Role' || object.kind === 'RoleBinding' ? object.namespace : undefined;
  const title = `${object.title}${namespace === undefined ? '' : ` in ${namespace}`}`;
  const doubt = doubtOf(asked, namespace, RBAC_GROUP, true);
  const notes = doubt === undefined ? [] : [`not sure: ${doubt}, may give it more rights`];
  const at = placeIn(object, isBinding(object.kind) ? 'roleRef' : 'rules');
  const as = `ServiceAccount ${titleOf(account)}`;
  // Where nothing makes the role, another rule says so.
  if (fault.cause === 'missing-role') return;
  if (fault.cause === 'aggregation') {
    report(
      diagnose(escalation, {
        message: `${title} would be applied as ${as}, which may do less than everything, and takes rules from other ClusterRoles`,
        at: placeIn(object, 'aggregationRule'),
        severity: doubt === undefined ? 'error' : 'notice',
        notes,
        fix: 'list its rules, or move it to an addon that Flux applies without this account',
      }),
    );
    return;
  }
  const missing = printRules(fault.missing);
  report(
    diagnose(escalation, {
      message: `${title} would be applied as ${as}, and grants what that account doesn't hold: ${nameSome(missing, 5)}`,
      at,
      severity: doubt === undefined ? 'error' : 'notice',
      notes,
      fix: isBinding(object.kind)
        ? `bind a role that grants no more than the account holds, or give the account the verb bind for ${fault.role!.kind} "${fault.role!.name}"`
        : 'leave those rules out, or give the account what they grant',
    }),
  );
};
