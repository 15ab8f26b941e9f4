import type { OwnedObject } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { FLUX_NAMESPACE } from '../../../contract/index.js';
import { diagnose } from '../../../diagnostics/index.js';
import { type Component, componentOf, requiredComponents } from '../../../flux/components.js';
import { missingController } from '../../../rules/diagnostics.js';
import { isListed } from '../../../rules/references/external.js';
import { defineChangeRule } from '../../change-rule.js';
import { controllersOf, installedControllers, isDeployment } from '../../root/installed-controllers.js';
import { hidesObjects } from '../../views/whole-states.js';

/**
 * Reports objects that need a controller which Flux's own files, as the root reads them, never had. If the code
 * declares the controllers, another rule compares them.
 */
export const absentControllerRule = defineChangeRule(
  [missingController],
  ({ compiled, before, after, view }, report) => {
    if (view === undefined) return;
    const { notSeen } = view.after;
    const { fluxSettings, externalObjects, name } = compiled.cluster;
    const installed = installedControllers(after);
    // Flux is installed in another way.
    if (!requiredComponents.every((one) => installed.has(one))) return;
    if (fluxSettings?.components !== undefined || fluxSettings?.operator !== undefined) return;
    const had = installedControllers(before);
    const needing = new Map<Component, OwnedObject[]>();
    for (const object of after.objects.values()) {
      const component = componentOf(object.id.group, object.id.kind);
      // Another rule reports a controller that leaves.
      if (component === undefined || installed.has(component) || had.has(component)) continue;
      const id = { group: 'apps', kind: 'Deployment', namespace: FLUX_NAMESPACE, name: component };
      if (externalObjects.some((one) => isListed(one, id))) continue;
      needing.set(component, [...(needing.get(component) ?? []), object]);
    }
    const flux = [...after.objects.values()].find((one) => controllersOf(one).length > 0);
    const where = flux === undefined ? '' : isDeployment(flux.id) ? flux.holdings[0].path : titleOf(flux.id);
    const problems = [...needing].map(([component, objects]) => {
      const [first] = objects as [OwnedObject];
      // An unseen file may install it, or whoever installed it for the objects of the base.
      const isCertain = !notSeen.some(hidesObjects) && objects.every(({ key }) => !before.objects.has(key));
      const more = objects.length === 1 ? '' : ` and ${objects.length - 1} more`;
      return diagnose(missingController, {
        message: `${titleOf(first.id)}${more} ${objects.length === 1 ? 'needs' : 'need'} ${component}, which Flux doesn't have${where === '' ? '' : `: "${where}" has none`}`,
        at: { cluster: name, object: titleOf(first.id) },
        ...(isCertain ? {} : { severity: 'warning' }),
        fix: `add ${component} to Flux's components first; or, if it is installed otherwise, list it in the cluster's options: external: [{ kind: 'Deployment', name: '${component}', namespace: '${FLUX_NAMESPACE}' }]`,
      });
    });
    for (const problem of problems) report(problem);
  },
);
