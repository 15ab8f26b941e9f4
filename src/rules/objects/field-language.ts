import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { printPath } from '../../json/json-path.js';
import type { LanguageName } from '../../knowledge/form/language-field.js';
import { languageFields } from '../../knowledge/index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { placeIn } from '../context/place-in.js';
import { languages } from '../languages/languages.js';
import { textsAt } from '../languages/texts-at.js';
import { defineRule } from '../rule.js';

const fieldLanguage = defineDiagnostic({
  code: 'FX648',
  name: 'field-language',
  severity: 'error',
  summary:
    'A CEL expression, patch, duration, schedule, version range, regular expression or label selector has a syntax error, or no version can match a range. The API server accepts the text; the controller fails on it. As a notice: a range has a space at its start or end.',
  page: {
    example:
      "healthCheckExprs: [{ apiVersion: 'example.org/v1', kind: 'Widget', current: 'status.phase = \"Ready\"' }]",
    flux: "failed to parse the CEL expression 'status.phase = \"Ready\"': ERROR: <input>:1:14: Syntax error: token recognition error at: '= '",
    right: 'current: \'status.phase == "Ready"\'',
  },
  exceptable: true,
});

/** Texts that a controller parses are valid in its language. Only the cluster knows texts with a var. */
export const fieldLanguageRule = defineRule(
  [fieldLanguage],
  ({ units, declared }, report) => {
    const told = new Set((declared?.problems ?? []).map(({ at }) => [at.addon, at.object, at.path].join('\0')));
    const judged = new Map<string, { readonly fault?: string | undefined; readonly empty?: string | undefined }>();
    // Hundreds of objects may have the same text.
    const judge = (language: LanguageName, text: string) => {
      const key = `${language}\0${text}`;
      const known = judged.get(key);
      if (known !== undefined) return known;
      const { faultOf, emptyBecause } = languages[language];
      const fault = faultOf(text);
      const found = { fault, empty: fault === undefined ? emptyBecause?.(text) : undefined };
      judged.set(key, found);
      return found;
    };
    for (const unit of units) {
      for (const objects of [unit.objects, unit.entry]) {
        for (const object of objects) {
          const fields = languageFields[`${object.group}/${object.kind}`];
          if (fields === undefined) continue;
          for (const field of fields) {
            for (const { path, text } of textsAt(object.json, field)) {
              // Flux doesn't substitute in the cluster's own folder.
              if ((objects !== unit.entry || unit.parent !== undefined) && holdsExpression(text)) continue;
              const { called, fix } = languages[field.language];
              const { fault, empty } = judge(field.language, text);
              const at = placeIn(object, printPath(path));
              if ((fault ?? empty) === undefined && field.language === 'semver-range' && text !== text.trim()) {
                report(
                  diagnose(fieldLanguage, {
                    message: `${object.title}: "${at.path}" is ${JSON.stringify(text)}, with a space that belongs to no version`,
                    at,
                    severity: 'notice',
                    fix: `write "${text.trim()}"`,
                  }),
                );
              }
              if ((fault ?? empty) === undefined || told.has([at.addon, at.object, at.path].join('\0'))) continue;
              report(
                diagnose(fieldLanguage, {
                  message:
                    fault === undefined
                      ? `${object.title}: "${at.path}" is "${text}", which nothing matches: ${empty}`
                      : `${object.title}: "${at.path}" isn't ${called}: ${fault}`,
                  at,
                  fix,
                }),
              );
            }
          }
        }
      }
    }
  },
  { looksAtApplied: true },
);
