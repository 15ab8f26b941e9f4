import { titleOf } from '../../../applied/object-id.js';
import { defineDiagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { TENANT_LABEL, tenantOf } from '../../../tenants/tenant-mark.js';
import { defineChangeRule } from '../../change-rule.js';
import { labelOf } from '../../words/label-of.js';

const tenantLeft = defineDiagnostic({
  code: 'FX818',
  name: 'tenant-left',
  severity: 'notice',
  summary: 'A tenant is removed, and its namespaces stay in the cluster with what is in them.',
});

/** Says what a tenant leaves in the cluster, and how to look at it. */
export const tenantLeftRule = defineChangeRule([tenantLeft], ({ cluster, compiled, changes }, report) => {
  const declared = new Set(compiled.built.addons.flatMap(({ instance }) => tenantOf(instance)?.name ?? []));
  for (const { object } of changes.leftBehind) {
    const tenant = labelOf(object, TENANT_LABEL);
    if (object.id.kind !== 'Namespace' || tenant === undefined || declared.has(tenant)) continue;
    const { name } = object.id;
    report(
      diagnose(tenantLeft, {
        message: `tenant "${tenant}" is gone with this change, and ${titleOf(object.id)} stays with what is in it: nothing in Git has it any more`,
        at: { cluster, object: titleOf(object.id) },
        ties: { follows: [ties.tenant(tenant)] },
        notes: [`to see what is left: kubectl get all,persistentvolumeclaims,secrets,configmaps --namespace ${name}`],
        fix: `keep it for its data; or, once that is no longer needed, delete it by hand: kubectl delete namespace ${name}`,
      }),
    );
  }
});
