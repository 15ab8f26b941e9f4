import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { isTenantRoot, tenantOf } from '../../tenants/tenant-mark.js';
import { TENANT_ROOT } from '../context/offered-units.js';
import type { Unit } from '../context/rule-state.js';
import { defineRule, objectsOfKind, placeIn, type StateIndex, type StateObject, specOf } from '../rule.js';

const teamWait = defineDiagnostic({
  code: 'FX898',
  name: 'team-wait',
  severity: 'notice',
  summary:
    "A Kustomization in a team's repository waits for what it applies. While something of it isn't ready, it holds a worker of kustomize-controller for the whole timeout; by default there are four for the whole cluster.",
  page: {
    example: "wait: true in a Kustomization of the team's repository",
    right: 'no wait, and no healthChecks; or a short timeout where another Kustomization depends on it',
  },
  exceptable: true,
});

/** No Kustomization of a team waits for its pods. */
export const teamWaitRule = defineRule([teamWait], (_, report, { index }) => {
  const told = new Set<string>();
  for (const one of objectsOfKind(index, 'kustomize.toolkit.fluxcd.io/Kustomization')) {
    const key = `${one.namespace ?? ''}/${one.name}`;
    if (told.has(key) || !isOfTeam(one, index)) continue;
    const { wait, healthChecks, timeout, interval } = specOf(one);
    const isWaiting = wait === true;
    if (!isWaiting && objectsOf(healthChecks).length === 0) continue;
    told.add(key);
    const field = isWaiting ? 'wait' : 'healthChecks';
    report(
      diagnose(teamWait, {
        message: `${one.title} of a team waits for what it applies, and holds a worker of kustomize-controller for up to ${String(timeout ?? interval ?? 'its interval')} while that isn't ready`,
        at: placeIn(one, `spec.${field}`),
        notes: ['four that hang stop all Kustomizations of a cluster with the default concurrency'],
        fix: `leave ${field} out, or set a short timeout if another Kustomization depends on it`,
      }),
    );
  }
});

/** Whether a team's own repository has it, and not the platform's. */
const isOfTeam = (one: StateObject, { unitOf }: StateIndex): boolean => {
  for (let at: Unit | undefined = unitOf.get(one.unit); at !== undefined; at = unitOf.get(at.parent ?? '')) {
    if (at.parent === TENANT_ROOT) return true;
    const tenant = at.declared === undefined ? undefined : tenantOf(at.declared.built.instance);
    if (tenant !== undefined) return at.name !== one.unit && !isTenantRoot(one, tenant);
  }
  return false;
};
