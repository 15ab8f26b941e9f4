import { exampleOf, type JsonSchema } from '../../contract/index.js';
import type { JsonPath } from '../../json/json-path.js';
import { evaluate } from '../../substitution/evaluate.js';
import { replaceSites } from '../../substitution/replace-sites.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { isDefaultOperator } from '../../substitution/template.js';
import { type VariableUse, variablesOf } from '../../substitution/variables-of.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { StateObject, Unit } from '../context/rule-state.js';

/** A value as the cluster would have it, with examples in place of vars. */
export interface Filled {
  readonly value: unknown;
  /** Paths of values of which only the type is known: the var has no example, default or list of values. */
  readonly open: readonly JsonPath[];
}

const isExact = (schema: JsonSchema): boolean =>
  schema.type !== 'string' ||
  schema.default !== undefined ||
  schema.enum !== undefined ||
  (schema.examples !== undefined && schema.examples.length > 0);

/**
 * Replaces a unit's vars with their examples, as Flux would with values. A var that is the whole value becomes a value
 * of its declared type, unless the tree's file quotes it; everything else becomes text. Values without vars are
 * returned unchanged.
 */
export const fillExamples = (
  { json, sites, quoting }: Pick<StateObject, 'json' | 'sites' | 'quoting'>,
  { known }: Pick<Unit, 'known'>,
): Filled => {
  const { vars, isSubstituted } = known;
  /** Whether Flux takes the default of each name that nothing sets. */
  const isSettled = (uses: readonly VariableUse[]): boolean =>
    known.open.length === 0 && uses.every(({ name, exempt }) => vars.has(name) || (exempt && !name.startsWith('TF_')));
  if (!isSubstituted) return { value: json, open: [] };
  const open: JsonPath[] = [];
  const fill = (site: Site, path: JsonPath): unknown => {
    const { source, template } = site;
    if (template instanceof SubstitutionError) return source;
    const uses = variablesOf(template);
    const names = uses.map(({ name }) => name);
    const schemas = names.flatMap((name) => vars.get(name)?.schema ?? []);
    if (!schemas.every(isExact)) open.push(path);
    // An undeclared var was already reported, or isn't known.
    if (schemas.length < names.length && !isSettled(uses)) {
      open.push(path);
      return source;
    }
    const [first, ...others] = template.nodes;
    const isAlone = typeof first === 'object' && others.length === 0;
    if (isAlone && !vars.has(first.name)) {
      const value = readScalar(tryEvaluate(site, {}));
      if (value === undefined || names.length > 1) open.push(path);
      return value ?? source;
    }
    if (
      isAlone &&
      (first.operator === '' || isDefaultOperator(first.operator)) &&
      quoting?.wrapped.has(site) !== true
    ) {
      return exampleOf(vars.get(first.name)!.schema);
    }
    const examples = names.flatMap((name) => {
      const schema = vars.get(name)?.schema;
      return schema === undefined ? [] : [[name, String(exampleOf(schema))]];
    });
    return tryEvaluate(site, Object.fromEntries(examples));
  };
  return { value: replaceSites(json, sites, fill), open };
};

/** What YAML makes of a default that is the whole value; undefined where that isn't a text, number or boolean. */
const readScalar = (text: string): string | number | boolean | undefined => {
  try {
    const value = parseYaml(text);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
};

const tryEvaluate = ({ source, template }: Site, vars: Readonly<Record<string, string>>): string => {
  try {
    return evaluate(template as Exclude<Site['template'], SubstitutionError>, vars);
  } catch (error) {
    // A substring with a negative length, which was already reported.
    if (error instanceof SubstitutionError) return source;
    throw error;
  }
};
