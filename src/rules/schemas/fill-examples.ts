import { exampleOf, type JsonSchema } from '../../contract/index.js';
import type { JsonPath } from '../../json/json-path.js';
import { evaluate } from '../../substitution/evaluate.js';
import { replaceSites } from '../../substitution/replace-sites.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { isDefaultOperator } from '../../substitution/template.js';
import { variablesOf } from '../../substitution/variables-of.js';
import type { StateObject, Unit } from '../context/rule-state.js';

/** A value as the cluster would have it, with examples where vars stand. */
export interface Filled {
  readonly value: unknown;
  /** Paths of values that nothing is known of but their type: the var has no example, default or list of values. */
  readonly open: readonly JsonPath[];
}

const isExact = (schema: JsonSchema): boolean =>
  schema.type !== 'string' ||
  schema.default !== undefined ||
  schema.enum !== undefined ||
  (schema.examples !== undefined && schema.examples.length > 0);

/**
 * Puts the examples of a unit's vars where they stand, as Flux would put values there. A var alone gives a value of its
 * declared type, unless the tree's file quotes it; everything else gives text. What holds no var is given back as it is.
 */
export const fillExamples = (
  { json, sites, quoting }: Pick<StateObject, 'json' | 'sites' | 'quoting'>,
  { known }: Pick<Unit, 'known'>,
): Filled => {
  const { vars, isSubstituted } = known;
  if (!isSubstituted) return { value: json, open: [] };
  const open: JsonPath[] = [];
  const fill = (site: Site, path: JsonPath): unknown => {
    const { source, template } = site;
    if (template instanceof SubstitutionError) return source;
    const names = variablesOf(template).map(({ name }) => name);
    const schemas = names.flatMap((name) => vars.get(name)?.schema ?? []);
    if (!schemas.every(isExact)) open.push(path);
    // A var that isn't declared has been reported, or nothing is known of it.
    if (schemas.length < names.length) {
      open.push(path);
      return source;
    }
    const [first, ...others] = template.nodes;
    const isAlone = typeof first === 'object' && others.length === 0;
    if (
      isAlone &&
      (first.operator === '' || isDefaultOperator(first.operator)) &&
      quoting?.wrapped.has(site) !== true
    ) {
      return exampleOf(vars.get(first.name)!.schema);
    }
    const examples = names.map((name, index) => [name, String(exampleOf(schemas[index]!))]);
    return tryEvaluate(site, Object.fromEntries(examples));
  };
  return { value: replaceSites(json, sites, fill), open };
};

const tryEvaluate = ({ source, template }: Site, vars: Readonly<Record<string, string>>): string => {
  try {
    return evaluate(template as Exclude<Site['template'], SubstitutionError>, vars);
  } catch (error) {
    // Of a substring with a negative length, which has been reported.
    if (error instanceof SubstitutionError) return source;
    throw error;
  }
};
