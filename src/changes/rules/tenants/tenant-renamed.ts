import { defineDiagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { ownersOfTenant, renamedTenants } from '../../tenants/renamed-tenants.js';

const tenantRenamed = defineDiagnostic({
  code: 'FX817',
  name: 'tenant-renamed',
  severity: 'notice',
  summary:
    'A tenant has another name, and the namespaces or the source that it had: Flux removes the old Kustomization and makes a new one, and what the team runs goes with the old one unless the new one has taken it over by then. As an error: it has not.',
  page: {
    example: "tenant({ name: 'insurance', namespaces: ['claims'] })   // it was tenant 'claims'",
    right: "tenant({ name: 'claims', description: 'Insurance' })",
  },
});

/** A tenant keeps its name. */
export const tenantRenamedRule = defineChangeRule(
  [tenantRenamed],
  (context, report, found) => {
    const { cluster, before } = context;
    for (const { tenant, place, old, by } of renamedTenants(context)) {
      const tied = [...[...ownersOfTenant(before, old)].map(ties.tenantOwner), ties.tenant(old)];
      // It's as severe as what follows from it.
      const isRefused = found.some(
        ({ severity, ties: of }) => severity === 'error' && of?.follows?.some((tie) => tied.includes(tie)) === true,
      );
      const whose =
        by === 'namespace'
          ? `has the namespace "${tenant.namespaces[0]}" of tenant "${old}"`
          : `has the source of tenant "${old}", which isn't declared any more`;
      report(
        diagnose(tenantRenamed, {
          message: `tenant "${tenant.name}" ${whose}: with the new name, Flux removes the old Kustomization, and what the team runs goes with it unless the new one has taken it over by then`,
          at: { cluster, addon: tenant.name, path: 'name', ...(place === undefined ? {} : { source: place }) },
          ...(isRefused ? { severity: 'error' } : {}),
          ties: { causes: tied },
          fix: `keep name: '${old}', and write the new one as its description; or, for another team, offboard "${old}" first`,
        }),
      );
    }
  },
  { isLast: true },
);
