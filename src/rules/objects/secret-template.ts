import { defineDiagnostic, diagnose, nearest, suggest } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { printPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { readGoTemplate } from '../languages/go-template.js';
import { secretFunctions } from '../languages/secret-functions.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const secretTemplate = defineDiagnostic({
  code: 'FX656',
  name: 'secret-template',
  severity: 'error',
  summary:
    "A template of an ExternalSecret has a syntax error, reads a key that the ExternalSecret doesn't fetch, or calls a function that the operator doesn't have.",
  page: {
    example: 'template: { data: { url: "postgres://{{ .passwrod }}@db" } }   // and data has the secretKey "password"',
    flux: 'could not apply template: … map has no entry for key "passwrod"',
    right: 'template: { data: { url: "postgres://{{ .password }}@db" } }',
  },
  exceptable: true,
});

/** Functions of Sprig that External Secrets removes, and functions that only Helm adds. See its runtime/template/v2. */
const MISSING: ReadonlySet<string> = new Set(['env', 'expandenv', 'include', 'lookup', 'required', 'tpl']);

/** The templates of an ExternalSecret are valid, and only read what it fetches. */
export const secretTemplateRule = defineRule([secretTemplate], (_, report, { index }) => {
  for (const object of index.byKind.get('external-secrets.io/ExternalSecret') ?? []) {
    const { target, data, dataFrom } = specOf(object);
    const template = isObject(target) ? target['template'] : undefined;
    const texts = isObject(template) && isObject(template['data']) ? template['data'] : {};
    const given = Array.isArray(data) ? data.flatMap((one) => (isObject(one) ? [String(one['secretKey'])] : [])) : [];
    const isV2 = isObject(template) && (template['engineVersion'] ?? 'v2') === 'v2';
    const isOpen = dataFrom !== undefined || given.length === 0 || given.some((key) => holdsExpression(key));
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || holdsExpression(text)) continue;
      const { fault, fields, functions } = readGoTemplate(text);
      const at = placeIn(object, printPath(['spec', 'target', 'template', 'data', key]));
      if (fault !== undefined) {
        report(
          diagnose(secretTemplate, {
            message: `${object.title}: the template of "${key}" isn't one that Go can parse: ${fault}`,
            at,
            fix: 'Write it as {{ .password }}, and end each {{ if }}, {{ range }} and {{ with }} with {{ end }}',
          }),
        );
        continue;
      }
      for (const name of isV2 ? [...functions].filter((one) => !secretFunctions.has(one)) : []) {
        const near = nearest(name, secretFunctions);
        report(
          diagnose(secretTemplate, {
            message: `${object.title}: the template of "${key}" calls the function "${name}", which External Secrets doesn't have`,
            at,
            notes: [`the operator reports: function "${name}" not defined`],
            fix:
              !MISSING.has(name) && near !== undefined
                ? `did you mean "${near}"?`
                : `write it without "${name}": External Secrets has the functions of Sprig except env and expandenv, and none of Helm's except toYaml and fromYaml`,
            // A newer version of the operator may have more.
            ...(MISSING.has(name) || near !== undefined ? {} : { severity: 'notice' }),
          }),
        );
      }
      for (const field of new Set(isOpen ? [] : fields.filter((one) => !given.includes(one)))) {
        report(
          diagnose(secretTemplate, {
            message: `${object.title}: the template of "${key}" reads .${field}, and data has no such secretKey`,
            at,
            notes: [`the operator reports: map has no entry for key "${field}"`],
            fix: suggest(field, new Set(given)),
          }),
        );
      }
    }
  }
});
