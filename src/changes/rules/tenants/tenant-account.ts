import { titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { TENANT_LABEL, tenantOf } from '../../../tenants/tenant-mark.js';
import { defineChangeRule } from '../../change-rule.js';
import { labelOf } from '../../words/label-of.js';

const tenantAccount = defineDiagnostic({
  code: 'FX558',
  name: 'tenant-account',
  severity: 'notice',
  summary:
    "A tenant gets a ServiceAccount of another name or namespace, and Flux deletes the old one with its rights. What the team's own repository applies as the old one, such as each HelmRelease under lockdown, can then neither be updated nor cleaned up.",
  page: {
    example: "tenant({ name: 'claims', serviceAccount: 'deployer', … })   // it was 'reconciler'",
    flux: 'unable to prune objects: …; skiping pruning, failed to find account to impersonate',
    right: "tenant({ name: 'claims', serviceAccount: 'reconciler', … })",
  },
});

/** Says what a new account of a tenant means for what the team commits, which names the old one. */
export const tenantAccountRule = defineChangeRule([tenantAccount], ({ cluster, compiled, changes }, report) => {
  const declared = new Map(
    compiled.built.addons.flatMap(({ instance }) => {
      const tenant = tenantOf(instance);
      return tenant === undefined ? [] : [[tenant.name, { tenant, place: instance.place() }] as const];
    }),
  );
  for (const { object } of changes.deleted) {
    const { id } = object;
    const found = declared.get(labelOf(object, TENANT_LABEL) ?? '');
    // A team without a source has nothing that runs as its account.
    if (id.kind !== 'ServiceAccount' || id.group !== '' || found?.tenant.source === undefined) continue;
    const { tenant, place } = found;
    const [home] = tenant.namespaces;
    if (id.name === tenant.serviceAccount && id.namespace === home) continue;
    report(
      diagnose(tenantAccount, {
        message: `${titleOf(id)} goes, since tenant "${tenant.name}" gets ServiceAccount/${tenant.serviceAccount} in ${home}: what the team's own repository applies as "${id.name}" loses its rights, and can't be updated, uninstalled or cleaned up`,
        at: { cluster, addon: tenant.name, path: 'serviceAccount', ...(place === undefined ? {} : { source: place }) },
        notes: [
          `to see what names it: kubectl get kustomizations,helmreleases --namespace ${id.namespace} --output custom-columns=KIND:.kind,NAME:.metadata.name,ACCOUNT:.spec.serviceAccountName`,
        ],
        fix: `keep serviceAccount: ${id.name}; or have the team write serviceAccountName: ${tenant.serviceAccount} in all of these as soon as this is merged`,
      }),
    );
  }
});
