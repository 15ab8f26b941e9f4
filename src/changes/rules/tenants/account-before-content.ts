import { isFluxKustomization, type OwnedObject, ownerKey } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { deletes } from '../../../applied/owned-objects.js';
import { defineDiagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { objectsOf } from '../../../json/as-shape.js';
import { specOf } from '../../../json/manifest-fields.js';
import { TENANT_LABEL } from '../../../tenants/tenant-mark.js';
import { defineChangeRule } from '../../change-rule.js';
import { renamedTenants } from '../../tenants/renamed-tenants.js';
import { labelOf } from '../../words/label-of.js';

const accountBeforeContent = defineDiagnostic({
  code: 'FX814',
  name: 'account-before-content',
  severity: 'error',
  summary:
    'One change removes a Kustomization and the account that it impersonates, or the rights of that account: Flux can then no longer delete what the Kustomization has applied. As a warning: the same of a HelmRelease, which is not uninstalled.',
  page: {
    example: 'a tenant is removed from its stage, with everything that it had',
    flux: 'unable to prune objects: …; skiping pruning, failed to find account to impersonate. Everything runs on without an owner, and the Kustomization above says Ready',
    right:
      "tenant({ name: 'claims', offboard: { reason: 'the team has moved' }, … }), and its removal when Flux has applied that",
  },
});

const RBAC = 'rbac.authorization.k8s.io';

/** Reports what can't clean up after itself, since its account goes in the same change. */
export const accountBeforeContentRule = defineChangeRule([accountBeforeContent], (context, report) => {
  const { cluster, changes, before } = context;
  const renamed = new Set(renamedTenants(context).map(({ old }) => old));
  const gone = new Map(changes.deleted.map(({ object }) => [object.key, object]));
  for (const { object, isLate } of changes.deleted) {
    const { id } = object;
    const isRelease = id.kind === 'HelmRelease' && id.group === 'helm.toolkit.fluxcd.io';
    const owner = isFluxKustomization(id) ? before.owners.get(ownerKey(id)) : undefined;
    if (isLate === true || !(isRelease || (owner !== undefined && deletes(owner)))) continue;
    const spec = specOf(object.holdings[0].json);
    const account = spec['serviceAccountName'];
    if (typeof account !== 'string' || spec['kubeConfig'] !== undefined) continue;
    const needs = neededBy(account, id.namespace, [...gone.values()]);
    if (needs.length === 0) continue;
    const tenant = labelOf(object, TENANT_LABEL);
    const titles = needs.map((one) => titleOf(one.id)).sort();
    const what = isRelease ? 'uninstall the release' : 'delete what it has applied';
    const owners = [...(isRelease ? [] : [ownerKey(id)]), ...object.holdings.map(({ owner: holder }) => holder)];
    const tied = tenant === undefined ? [] : [...owners.map(ties.tenantOwner), ties.tenant(tenant)];
    report(
      diagnose(accountBeforeContent, {
        message: `${titleOf(id)} is removed together with ${titles.join(', ')}, so Flux may no longer ${what}`,
        ...(isRelease ? { severity: 'warning' } : {}),
        at: { cluster, object: titleOf(id) },
        ties: tenant !== undefined && renamed.has(tenant) ? { follows: tied } : { causes: tied },
        notes: [
          isRelease
            ? 'helm-controller says in its log: skipping Helm release uninstallation; what the release made may stay without an owner'
            : 'Flux says in an event: unable to prune objects; everything stays, and runs on without an owner, or hangs in a finalizer',
        ],
        fix:
          tenant === undefined
            ? `keep ${titles.join(', ')} in this change, and remove ${needs.length === 1 ? 'it' : 'them'} when Flux has deleted ${titleOf(id)}`
            : `keep tenant "${tenant}" in this change with offboard: { reason: '…' }; take it out when Flux has applied that`,
      }),
    );
  }
});

/** The account, and the bindings that give it rights. */
const neededBy = (account: string, namespace: string, gone: readonly OwnedObject[]): readonly OwnedObject[] =>
  gone.filter(({ id, holdings: [{ json }] }) => {
    if (id.kind === 'ServiceAccount' && id.group === '') return id.name === account && id.namespace === namespace;
    if (id.group !== RBAC || !['RoleBinding', 'ClusterRoleBinding'].includes(id.kind)) return false;
    return objectsOf(json['subjects']).some(
      (one) => one['kind'] === 'ServiceAccount' && one['name'] === account && one['namespace'] === namespace,
    );
  });
