import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { componentOf } from '../../../flux/components.js';
import { componentsOf } from '../../../flux/controller-args.js';
import { defineRule } from '../../rule.js';

const missingController = defineDiagnostic({
  code: 'FX326',
  name: 'missing-controller',
  severity: 'error',
  summary:
    'An object of Flux is of a kind whose controller the cluster does not have, as `flux.components` says. Without its CRD, the whole Kustomization fails; with it, nothing ever looks at the object.',
  page: {
    example: "flux: { version: '2.9', components: ['source-controller', 'kustomize-controller'] }, and a HelmRelease",
    flux: 'HelmRelease/web/web dry-run failed: no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2"',
    right: "components: ['source-controller', 'kustomize-controller', 'helm-controller']",
  },
  exceptable: true,
});

/** A kind of Flux is reconciled by one controller, whose CRDs come with it. */
export const missingControllerRule = defineRule([missingController], ({ cluster, addons }, report) => {
  const { fluxSettings: settings } = cluster;
  if (settings?.components === undefined) return;
  const installed = componentsOf(settings);
  for (const { objects, entry } of addons) {
    for (const object of [...objects, ...entry]) {
      const component = componentOf(object.group, object.kind);
      if (component === undefined || installed.includes(component)) continue;
      report(
        diagnose(missingController, {
          message: `${object.title} needs ${component}, which the cluster's Flux doesn't have`,
          at: { addon: object.addon, object: object.title },
          fix: `install it, and add '${component}' to flux.components`,
        }),
      );
    }
  }
});
