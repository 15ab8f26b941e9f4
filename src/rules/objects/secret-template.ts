import { defineDiagnostic, diagnose, nearest, suggest } from '../../diagnostics/index.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { readGoTemplate } from '../languages/go-template.js';
import { secretFunctions } from '../languages/secret-functions.js';
import { type SecretTemplate, secretTemplatesOf, templateKinds } from '../languages/secret-templates.js';
import { defineRule, placeIn, type Report, type StateObject } from '../rule.js';

const secretTemplate = defineDiagnostic({
  code: 'FX656',
  name: 'secret-template',
  severity: 'error',
  summary:
    "A template of an ExternalSecret or PushSecret has a syntax error, reads a key that isn't fetched, or calls a function that the operator doesn't have.",
  page: {
    example: 'template: { data: { url: "postgres://{{ .passwrod }}@db" } }   // and data has the secretKey "password"',
    flux: 'could not apply template: … map has no entry for key "passwrod"',
    right: 'template: { data: { url: "postgres://{{ .password }}@db" } }',
  },
  exceptable: true,
});

/** Functions of Sprig that External Secrets removes, and functions that only Helm adds. See its runtime/template/v2. */
const MISSING: ReadonlySet<string> = new Set(['env', 'expandenv', 'include', 'lookup', 'required', 'tpl']);

/** The templates of External Secrets are valid, and only read what the object fetches. */
export const secretTemplateRule = defineRule([secretTemplate], (_, report, { index }) => {
  for (const kind of templateKinds) {
    for (const object of index.byKind.get(`external-secrets.io/${kind}`) ?? []) {
      for (const one of secretTemplatesOf(object, kind)) checkTemplate(object, one, report);
    }
  }
});

const checkTemplate = (object: StateObject, template: SecretTemplate, report: Report): void => {
  const { path, of, text, given, isOfKeys } = template;
  const { fault, fields, functions } = readGoTemplate(text);
  const at = placeIn(object, printPath(path));
  if (fault !== undefined) {
    report(
      diagnose(secretTemplate, {
        message: `${object.title}: the template ${of} isn't one that Go can parse: ${fault}`,
        at,
        fix: 'Write it as {{ .password }}, and end each {{ if }}, {{ range }} and {{ with }} with {{ end }}',
      }),
    );
    return;
  }
  for (const name of isV2(object) ? [...functions].filter((one) => !secretFunctions.has(one)) : []) {
    const near = nearest(name, secretFunctions);
    report(
      diagnose(secretTemplate, {
        message: `${object.title}: the template ${of} calls the function "${name}", which External Secrets doesn't have`,
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
  if (given === undefined) return;
  for (const field of new Set(fields.filter((one) => !given.includes(one)))) {
    report(
      diagnose(secretTemplate, {
        message: `${object.title}: the template ${of} reads .${field}, and ${isOfKeys ? 'a template that renames keys has .value alone' : 'data has no such secretKey'}`,
        at,
        notes: [
          isOfKeys
            ? `the operator takes .${field} for an empty text`
            : `the operator reports: map has no entry for key "${field}"`,
        ],
        fix: suggest(field, new Set(given)),
        ...(isOfKeys ? { severity: 'warning' } : {}),
      }),
    );
  }
};

/** Version 1 of the templates had other functions. */
const isV2 = (object: StateObject): boolean =>
  (valueAt(object.json, ['spec', 'target', 'template', 'engineVersion']) ?? 'v2') === 'v2';
