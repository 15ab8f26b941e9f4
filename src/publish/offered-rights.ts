import { compareText } from '../json/compare-text.js';
import { defaultsOf, type Grant, openRbac, type PolicyRule } from '../rbac/index.js';
import { whoIs } from '../rules/accounts/accounts.js';
import type { CheckContext } from '../rules/rule.js';
import type { Offer, OfferedRole, OfferedRule } from '../tenants/offer/offer.js';
import type { TenantData } from '../tenants/tenant-mark.js';

/** The rights of a tenant's account, as the API server evaluates them. */
export const offeredRights = (
  { accounts, state }: Pick<CheckContext, 'accounts' | 'state'>,
  { namespaces, serviceAccount }: TenantData,
): Offer['account'] => {
  const account = { name: serviceAccount, namespace: namespaces[0] };
  const who = whoIs(account);
  const defaults = openRbac([], defaultsOf(state.kubernetes));
  const { rbac } = accounts;
  const roles: OfferedRole[] = [];
  const add = (grants: readonly Grant[], others: readonly Grant[], namespace: string | undefined) => {
    const known = new Set(others.map(keyOf));
    for (const grant of grants) {
      if (known.has(keyOf(grant))) continue;
      known.add(keyOf(grant));
      roles.push(...rolesOf(grant, namespace, defaults));
    }
  };
  const everywhere = rbac.rightsOf(who, undefined);
  // What every account may do goes without saying.
  add(everywhere.grants, defaults.rightsOf(who, undefined).grants, undefined);
  const unknown = new Set(everywhere.open);
  let chartsAddRights = false;
  for (const namespace of namespaces) {
    const rights = rbac.rightsOf(who, namespace);
    add(rights.grants, everywhere.grants, namespace);
    for (const one of rights.open) unknown.add(one);
    const doubt = accounts.doubt(account, namespace, '');
    if (doubt !== undefined) unknown.add(doubt);
    // Only of a kind that a chart may install is it not sure then.
    else if (accounts.doubt(account, namespace, 'example.org') !== undefined) chartsAddRights = true;
  }
  return {
    name: serviceAccount,
    roles: roles.sort((a, b) => compareText(a.namespace ?? '', b.namespace ?? '') || compareText(a.role, b.role)),
    unknown: [...unknown].sort(compareText),
    chartsAddRights,
  };
};

const keyOf = ({ title, rules }: Grant): string => `${title} ${JSON.stringify(rules)}`;

/** A role by its name, if Kubernetes makes it; what the platform adds to it is a role of its own then. */
const rolesOf = (
  grant: Grant,
  namespace: string | undefined,
  defaults: ReturnType<typeof openRbac>,
): readonly OfferedRole[] => {
  const [kind, quoted = ''] = grant.title.split(' ');
  const name = JSON.parse(quoted) as string;
  const home = namespace === undefined ? {} : { namespace };
  const role = `${kind}/${name}`;
  const usual = kind === 'ClusterRole' ? defaults.grantOf({ kind, name }, undefined) : undefined;
  if (usual === undefined) return [{ role, ...home, rules: grant.rules.map(ruleOf) }];
  const known = new Set(usual.rules.map((one) => JSON.stringify(one)));
  const more = grant.rules.filter((one) => !known.has(JSON.stringify(one)));
  const own = { role, ...home };
  return more.length === 0 ? [own] : [own, { role: `${role}, extended`, ...home, rules: more.map(ruleOf) }];
};

const ruleOf = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): OfferedRule => ({
  ...(apiGroups.length === 0 ? {} : { apiGroups }),
  ...(resources.length === 0 ? {} : { resources }),
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
  ...(nonResourceURLs.length === 0 ? {} : { nonResourceURLs }),
  verbs,
});
