import { diagnose } from '../../diagnostics/index.js';
import { componentOf } from '../../flux/components.js';
import { componentsOf } from '../../flux/controller-args.js';
import { missingController } from '../diagnostics.js';
import { defineRule, placeIn } from '../rule.js';

/** The cluster runs the controller that reconciles each of its Flux objects; its CRDs come with it. */
export const missingControllerRule = defineRule([missingController], ({ units, fluxSettings: settings }, report) => {
  if (settings?.components === undefined) return;
  const installed = componentsOf(settings);
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      const component = componentOf(object.group, object.kind);
      if (component === undefined || installed.includes(component)) continue;
      report(
        diagnose(missingController, {
          message: `${object.title} needs ${component}, which the cluster's Flux doesn't have`,
          at: placeIn(object),
          fix: `install it, and add '${component}' to flux.components`,
        }),
      );
    }
  }
});
