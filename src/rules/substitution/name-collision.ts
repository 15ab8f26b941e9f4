import type { JsonSchema } from '../../contract/index.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { evaluate } from '../../substitution/evaluate.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type Site, siteAt } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { variablesOf } from '../../substitution/variables-of.js';
import { defineRule, placeIn, type StateObject, unitTitle } from '../rule.js';

const nameCollision = defineDiagnostic({
  code: 'FX622',
  name: 'name-collision',
  severity: 'error',
  summary: 'Two objects have the same identity once the vars have their values.',
  page: {
    example: 'ConfigMaps named web-${TF_COLOUR} and web-blue, where TF_COLOUR may be blue',
    flux: 'id matched 2 resources',
    right: 'choose a name that no value of the var makes',
  },
  exceptable: true,
});

const NAME = ['metadata', 'name'] as const;

/** Two objects of the same kind stay distinct for all listed values of the vars in their names. */
export const nameCollisionRule = defineRule(
  [nameCollision],
  ({ units, scopeOf }, report) => {
    const keyOf = ({ group, kind, namespace }: StateObject, name: string): string =>
      `${group}/${kind}/${scopeOf(group, kind) === 'Cluster' ? '' : (namespace ?? '')}/${name}`;

    const first = new Map<string, StateObject>();
    const open: { readonly object: StateObject; readonly names: readonly string[] }[] = [];
    for (const { known, objects } of units) {
      for (const object of objects) {
        const site = siteAt(object, NAME);
        if (site === undefined) {
          if (!holdsExpression(object.namespace ?? '')) first.set(keyOf(object, object.name), object);
          continue;
        }
        open.push({ object, names: namesOf(site, (name) => known.vars.get(name)?.schema) });
      }
    }
    for (const { object, names } of open) {
      for (const name of names) {
        const key = keyOf(object, name);
        const other = first.get(key);
        if (other === undefined) first.set(key, object);
        else if (other !== object) {
          report(
            diagnose(nameCollision, {
              message: `${object.title} has the name "${name}" for one value of its var, and ${other.title} has it too`,
              at: placeIn(object, 'metadata.name'),
              notes: [
                other.unit === object.unit
                  ? 'Flux reports: id matched 2 resources'
                  : `${unitTitle(other)} makes the other: two Kustomizations would own one object`,
              ],
              fix: 'put something else into one of the names',
            }),
          );
        }
      }
    }
  },
  { looksAtTree: true },
);

/** The most names to compare. */
const MOST = 100;

/** The names for all values of their vars; none if a var has no list of values. */
const namesOf = ({ template }: Site, schemaOf: (name: string) => JsonSchema | undefined): readonly string[] => {
  if (template instanceof SubstitutionError) return [];
  const used = variablesOf(template);
  // Another rule reports names without vars.
  if (used.length === 0) return [];
  let all: readonly Readonly<Record<string, string>>[] = [{}];
  for (const { name } of used) {
    const values = valuesOf(schemaOf(name));
    all = all.flatMap((vars) => values.map((value) => ({ ...vars, [name]: value }))).slice(0, MOST);
  }
  return [...new Set(all.flatMap((vars) => tryEvaluate(template, vars)))];
};

const valuesOf = (schema: JsonSchema | undefined): readonly string[] =>
  schema?.enum?.map(String) ?? (schema?.default === undefined ? [] : [String(schema.default)]);

const tryEvaluate = (...[template, vars]: Parameters<typeof evaluate>): readonly string[] => {
  try {
    return [evaluate(template, vars)];
  } catch (error) {
    // A substring with a negative length, which was already reported.
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
};
