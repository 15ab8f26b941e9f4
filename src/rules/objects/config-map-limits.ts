import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { configMapFaults, MAX_DATA } from '../../schema/config-map-faults.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, placeIn } from '../rule.js';

const configMapLimits = defineDiagnostic({
  code: 'FX611',
  name: 'config-map-limits',
  severity: 'error',
  summary: 'A ConfigMap or Secret holds more than Kubernetes allows (1 MiB), or has an invalid key.',
  page: {
    example: 'new ConfigMap(scope, "data", { data: { "a b": "" } })',
    flux: 'data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, …',
    right: 'new ConfigMap(scope, "data", { data: { "a-b": "" } })',
  },
  exceptable: true,
});

/** The API server accepts the keys and size of a ConfigMap's or Secret's data. */
export const configMapLimitsRule = defineRule([configMapLimits], (_, report, { index }) => {
  const { byKind } = index;
  for (const kind of ['ConfigMap', 'Secret']) {
    for (const object of byKind.get(`/${kind}`) ?? []) {
      const at = placeIn(object, 'data');
      for (const fault of configMapFaults(kind, object.json)) {
        if (fault.kind === 'key' && holdsExpression(fault.key)) continue;
        report(
          fault.kind === 'key'
            ? diagnose(configMapLimits, {
                message: `Kubernetes refuses the key ${JSON.stringify(fault.key)} of ${object.title}`,
                at,
                fix: 'use letters, digits, dashes, dots and underscores, without ".." at the start',
              })
            : diagnose(configMapLimits, {
                message: `${object.title} holds ${fault.size.toLocaleString('en')} bytes, and Kubernetes takes ${MAX_DATA.toLocaleString('en')}`,
                at,
                fix: 'split it, or let the program fetch the data from elsewhere',
              }),
        );
      }
    }
  }
});
