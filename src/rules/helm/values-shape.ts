import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const valuesShape = defineDiagnostic({
  code: 'FX674',
  name: 'values-shape',
  severity: 'error',
  summary:
    'The values of a HelmRelease are a text, list or number. The API server takes them, and Flux installs the chart without any of them.',
  page: {
    example: 'values: |\n  replicas: 2   # in YAML, the | makes a text of it',
    flux: 'nothing: the release is Ready, with the default values of the chart',
    right: 'values: { replicas: 2 }',
  },
  exceptable: true,
});

/** The values of a release are an object, of which Helm reads the keys. */
export const valuesShapeRule = defineRule([valuesShape], (_, report, { index }) => {
  for (const object of objectsOfKind(index, 'helm.toolkit.fluxcd.io/HelmRelease')) {
    const { values } = specOf(object);
    if (values === undefined || values === null || isObject(values)) continue;
    // Flux may put an object there.
    if (typeof values === 'string' && holdsExpression(values)) continue;
    const shape = Array.isArray(values) ? 'a list' : typeof values === 'string' ? 'a text' : `a ${typeof values}`;
    report(
      diagnose(valuesShape, {
        message: `${object.title}: "spec.values" is ${shape}, so Flux installs the chart without it`,
        at: placeIn(object, 'spec.values'),
        fix:
          typeof values === 'string'
            ? 'write the values as an object: in YAML, without the | or the quotes'
            : 'write the values as an object',
      }),
    );
  }
});
