import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, placeIn } from '../rule.js';

const valueAtRisk = defineDiagnostic({
  code: 'FX603',
  name: 'value-at-risk',
  severity: 'warning',
  summary:
    'The declared type of a var allows values that would break, cut or change the text around them, quoted or not.',
  page: {
    example: 'TF_NAME: z.string()   // a value with a quote or a line break ends the text around it',
    flux: 'post build failed for …: envsubst error: YAMLToJSON: yaml: …',
    right: 'TF_NAME: z.string().regex(/^[\\w.-]+$/).meta({ examples: ["a"] })',
  },
  exceptable: true,
});

const control = (value: string): string | undefined =>
  /[\n\r]/.test(value) ? 'a line break, which Flux takes away or YAML refuses' : undefined;

/** No value that a var's type allows becomes something else, or breaks the YAML, at its place. */
export const valueAtRiskRule = defineRule(
  [valueAtRisk],
  ({ units }, report) => {
    for (const { objects, entry } of units) {
      for (const object of [...objects, ...entry]) {
        for (const { name, value, path } of object.risks ?? []) {
          const what = control(value) ?? (value === '' ? 'no text at all' : `text such as ${JSON.stringify(value)}`);
          report(
            diagnose(valueAtRisk, {
              message: `the type of \${${name}} lets ${what} through, which would not arrive here as it is`,
              at: placeIn(object, path),
              fix: `say what the value looks like: z.string().regex(/^[\\w.-]+$/).meta({ examples: ['…'] }) with a value of yours, or a ready-made input with a pattern, such as hostname(); free text, text() too, is for infra.values`,
            }),
          );
        }
      }
    }
  },
  { looksAtTree: true },
);
