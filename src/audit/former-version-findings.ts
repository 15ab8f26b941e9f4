import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { objectSchema } from '../rules/diagnostics.js';
import { isTwin } from '../rules/references/is-twin.js';
import type { openSchemas } from '../rules/schemas/find-schemas.js';
import { isFormerFluxVersion } from '../rules/schemas/removed-versions.js';

/**
 * What the API server refuses in any version of Flux's APIs, of objects in versions of which no schema is known: misspelt
 * fields of the spec, and numbers where there is a text.
 */
export const formerVersionFindings = (
  { units }: RuleState,
  { checker: { known } }: ReturnType<typeof openSchemas>,
): readonly Diagnostic[] =>
  units
    .flatMap(({ objects, entry }) => [...objects, ...entry])
    .filter(({ apiVersion }) => isFormerFluxVersion(apiVersion))
    .flatMap((object): readonly Diagnostic[] => {
      const { group, kind, json, title } = object;
      const found = known.find(group, kind);
      if (found === undefined) return [];
      const schemas = Object.values(found.versions).map((one) =>
        fieldsOf(fieldsOf(fieldsOf(fieldsOf(one)['properties'])['spec'])['properties']),
      );
      const spec = specOf(json);
      return Object.entries(spec).flatMap(([field, value]): readonly Diagnostic[] => {
        const own = schemas.filter((one) => Object.hasOwn(one, field)).map((one) => fieldsOf(one[field]));
        const twin = Object.keys(schemas[0] ?? {}).find((one) => isTwin(one, field) && !Object.hasOwn(spec, one));
        const fault =
          own.length === 0 && twin !== undefined
            ? { words: 'is a field that nothing reads', fix: `did you mean "${twin}"?` }
            : typeof value === 'number' && own.length > 0 && own.every(({ type }) => type === 'string')
              ? { words: `is ${value}, and takes a string`, fix: `write a text, such as ${field}: ${value}m` }
              : undefined;
        if (fault === undefined) return [];
        return [
          diagnose(objectSchema, {
            message: `the API server refuses ${title}: "spec.${field}" ${fault.words}`,
            at: placeIn(object, `spec.${field}`),
            fix: fault.fix,
          }),
        ];
      });
    });
