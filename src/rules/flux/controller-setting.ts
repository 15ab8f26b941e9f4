import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';
import { controllerSettings } from '../settings/controller-settings.js';

const controllerSetting = defineDiagnostic({
  code: 'FX662',
  name: 'controller-setting',
  severity: 'error',
  summary: 'The API server accepts a Flux object, but the controller refuses one of its settings for good.',
  page: {
    example: 'resources: [{ kind: "GitRepository", name: "*" }]   // of a Receiver',
    flux: "matchLabels field not set when using wildcard '*' as name",
    right: 'resources: [{ kind: "GitRepository", name: "*", matchLabels: { team: "web" } }]',
  },
  exceptable: true,
});

/** Flux's controllers accept the settings of their objects, also where the schema of the kind isn't strict enough. */
export const controllerSettingRule = defineRule([controllerSetting], ({ flux }, report, { index }) => {
  for (const [kind, judges] of Object.entries(controllerSettings)) {
    for (const object of objectsOfKind(index, kind)) {
      for (const judge of judges) {
        const fault = judge(specOf(object));
        if (fault === undefined) continue;
        const isAccepted = fault.until !== undefined && flux === undefined && !/\/v\d+$/.test(object.apiVersion);
        report(
          diagnose(controllerSetting, {
            message: `${object.title} ${fault.what}`,
            at: placeIn(object, fault.path),
            notes: [
              `Flux reports: ${fault.says}`,
              ...(isAccepted ? [`Flux ${fault.until} and earlier accept it, and this cluster may have one`] : []),
            ],
            fix: fault.fix,
            ...(isAccepted ? { severity: 'warning' as const } : {}),
          }),
        );
      }
    }
  }
});
