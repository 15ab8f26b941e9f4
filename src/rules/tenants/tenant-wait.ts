import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { isTenantRoot, tenantOf } from '../../tenants/tenant-mark.js';
import { defineDeclaredRule, specOf } from '../rule.js';

const tenantWait = defineDiagnostic({
  code: 'FX809',
  name: 'tenant-wait',
  severity: 'notice',
  summary:
    "The Kustomization of a tenant waits for what the team commits. While something of the team isn't ready, it holds a worker of kustomize-controller for the whole timeout; by default there are four, and the platform has no others.",
  page: {
    example: "tenant({ name: 'claims', kustomization: { wait: true } })",
    right: "tenant({ name: 'claims' }), or flux: { concurrency: 20 } on the cluster",
  },
  exceptable: 'addon',
});

/** Nothing of the platform's waits for a team. */
export const tenantWaitRule = defineDeclaredRule([tenantWait], ({ units }, report) => {
  for (const { name: unit, objects, declared } of units) {
    const tenant = tenantOf(declared.built.instance);
    if (tenant === undefined) continue;
    const own = objects.find((one) => isTenantRoot(one, tenant));
    if (own === undefined) continue;
    const { wait, healthChecks, timeout = 'its interval' } = specOf(own);
    const isWaiting = wait === true;
    if (!isWaiting && objectsOf(healthChecks).length === 0) continue;
    report(
      diagnose(tenantWait, {
        message: `${own.title} of tenant "${unit}" waits for what the team commits, and holds a worker of kustomize-controller for up to ${String(timeout)} while that isn't ready`,
        at: { addon: unit, path: isWaiting ? 'kustomization.wait' : 'kustomization.healthChecks' },
        notes: ['with four such teams and the default concurrency, nothing of the platform is applied any more'],
        fix: `leave ${isWaiting ? 'wait: true' : 'healthChecks'} out; or raise concurrency of the cluster's flux`,
      }),
    );
  }
});
