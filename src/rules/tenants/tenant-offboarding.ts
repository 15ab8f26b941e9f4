import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { defineDeclaredRule } from '../rule.js';

const tenantOffboarding = defineDiagnostic({
  code: 'FX815',
  name: 'tenant-offboarding',
  severity: 'notice',
  summary:
    'A tenant is in the first of the two steps that remove it: what stays, how to look at it, and what comes next.',
});

/** Says of each tenant that is being removed what is left to do. */
export const tenantOffboardingRule = defineDeclaredRule([tenantOffboarding], ({ units }, report) => {
  for (const { declared } of units) {
    const tenant = tenantOf(declared.built.instance);
    if (tenant?.offboard === undefined) continue;
    const { name, namespaces, serviceAccount, offboard, isData } = tenant;
    const [home] = namespaces;
    report(
      diagnose(tenantOffboarding, {
        message: `tenant "${name}" is being removed: Flux deletes what Kustomization "${home}/${name}" has applied for it, as ServiceAccount "${home}/${serviceAccount}", which stays until the tenant is taken out of ${isData ? 'teams.yaml' : 'the code'}`,
        at: { addon: name, path: 'offboard' },
        notes: [
          ...namespaces.map(
            (namespace) =>
              `to see what is left in "${namespace}": kubectl get kustomizations,helmreleases,pods,services,persistentvolumeclaims --namespace ${namespace}`,
          ),
          offboard.deleteNamespaces === true
            ? 'the second step deletes the namespaces with everything in them: claims and their data, and what people made there'
            : 'the namespaces stay, with the claims and what people made there; offboard: { deleteNamespaces: true } lets the second step delete them',
        ],
        fix: `when Flux has applied this step, and no Kustomization or HelmRelease is left there, ${
          isData
            ? `take the second one: fluxspan tenant remove ${name}`
            : `take the tenant out, and declare it: .removed('${name}', { reason: '…' })`
        }`,
      }),
    );
  }
});
