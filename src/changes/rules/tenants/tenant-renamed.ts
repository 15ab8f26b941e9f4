import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { TENANT_LABEL, tenantOf } from '../../../tenants/tenant-mark.js';
import { defineChangeRule } from '../../change-rule.js';
import { labelOf } from '../../words/label-of.js';

const tenantRenamed = defineDiagnostic({
  code: 'FX817',
  name: 'tenant-renamed',
  severity: 'notice',
  summary:
    'A tenant has another name, and the namespaces that it had: Flux removes the old Kustomization and makes a new one, and what the team runs goes with the old one unless the new one has taken it over by then.',
  page: {
    example: "tenant({ name: 'insurance', namespaces: ['claims'] })   // it was tenant 'claims'",
    right: "tenant({ name: 'claims', description: 'Insurance' })",
  },
});

/** A tenant keeps its name. */
export const tenantRenamedRule = defineChangeRule([tenantRenamed], ({ cluster, compiled, before }, report) => {
  const tenants = compiled.built.addons.flatMap(({ instance }) => {
    const tenant = tenantOf(instance);
    return tenant === undefined ? [] : [{ tenant, place: instance.place() }];
  });
  const names = new Set(tenants.map(({ tenant }) => tenant.name));
  const had = new Map(
    before.index.ofKind('', 'Namespace').map((object) => [object.id.name, labelOf(object, TENANT_LABEL)] as const),
  );
  for (const { tenant, place } of tenants) {
    const old = had.get(tenant.namespaces[0]);
    if (old === undefined || old === tenant.name || names.has(old)) continue;
    report(
      diagnose(tenantRenamed, {
        message: `tenant "${tenant.name}" has the namespace "${tenant.namespaces[0]}" of tenant "${old}": with the new name, Flux removes the old Kustomization, and what the team runs goes with it unless the new one has taken it over by then`,
        at: { cluster, addon: tenant.name, path: 'name', ...(place === undefined ? {} : { source: place }) },
        fix: `keep name: '${old}', and write the new one as its description; or, for another team, offboard "${old}" first`,
      }),
    );
  }
});
