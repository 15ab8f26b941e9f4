import type { JsonSchema } from '../../contract/index.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import type { Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { isDefaultOperator } from '../../substitution/template.js';
import { releaseOf } from '../helm/chart-value.js';
import { defineDeclaredRule, placeIn, type StateObject } from '../rule.js';
import type { FoundSchemas, RunSchemas } from '../schemas/find-schemas.js';

const wholeNumber = defineDiagnostic({
  code: 'FX651',
  name: 'whole-number',
  severity: 'warning',
  summary: 'An input that may be any number is used where only a whole number is valid, so Terraform can supply 2.5.',
  page: {
    example: 'TF_PORT: z.number()   // and a Service has port: vars.TF_PORT',
    flux: 'Service/default/web dry-run failed: failed to convert new object …: cannot convert float64 to int32',
    right: 'TF_PORT: z.int().min(1).max(65535)',
  },
  exceptable: true,
});

/** A var or a Helm value that must be a whole number is declared as `z.int()`. */
export const wholeNumberRule = defineDeclaredRule([wholeNumber], ({ units }, report, { schemas: run, kinds }) => {
  for (const unit of units) {
    const { vars, values } = unit.declared.built.inputs;
    for (const object of unit.objects) {
      for (const site of vars.size === 0 ? [] : object.sites) {
        const name = varAlone(site);
        if (name === undefined || object.quoting?.wrapped.has(site) === true) continue;
        if (!mayBeFraction(vars.get(name)?.schema) || !takesWhole(schemaAt(object, site.path, kinds, run))) continue;
        report(problem(object, `\${${name}}`, printPath(site.path), `Declare ${name} as z.int() in infra.vars`));
      }
      const document = values.get(object.name)?.schema;
      if (document === undefined || releaseOf(object) === undefined) continue;
      for (const path of fractionsIn(document, [])) {
        if (!takesWhole(nodeAt(chartSchema(object, run), path))) continue;
        const value = printPath(path);
        report(
          problem(object, `the value "${value}"`, `infra.values.${object.name}.${value}`, 'Declare it as z.int()'),
        );
      }
    }
  }
});

const problem = (object: StateObject, what: string, path: string, fix: string): Diagnostic =>
  diagnose(wholeNumber, {
    message: `${object.title} takes only a whole number where ${what} stands, and its type lets 2.5 through`,
    at: placeIn(object, path),
    fix,
  });

/** The var that makes up a whole text. */
const varAlone = ({ template, isKey }: Site): string | undefined => {
  if (isKey || template instanceof SubstitutionError || template.nodes.length !== 1) return undefined;
  const [node] = template.nodes;
  if (typeof node !== 'object') return undefined;
  return node.operator === '' || isDefaultOperator(node.operator) ? node.name : undefined;
};

const mayBeFraction = (schema: JsonSchema | undefined): boolean =>
  schema?.type === 'number' && schema.enum?.every(Number.isInteger) !== true;

/** The places of a values document that may hold a fraction. */
const fractionsIn = (schema: JsonSchema, path: JsonPath): readonly JsonPath[] => {
  if (mayBeFraction(schema)) return [path];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, one]) => fractionsIn(one, [...path, key]));
  return schema.items === undefined ? inside : [...inside, ...fractionsIn(schema.items, [...path, 0])];
};

/** For values of a release, the chart's schema counts. */
const schemaAt = (object: StateObject, path: JsonPath, schemas: FoundSchemas, run: RunSchemas): unknown => {
  const [root, field, ...inside] = path;
  if (root === 'spec' && field === 'values' && releaseOf(object) !== undefined) {
    return nodeAt(chartSchema(object, run), inside);
  }
  const { group, kind, apiVersion } = object;
  return nodeAt(schemas.find(group, kind)?.versions[apiVersion.slice(apiVersion.indexOf('/') + 1)], path);
};

const chartSchema = (object: StateObject, run: RunSchemas): unknown =>
  run.ofChart(releaseOf(object)?.chartSource?.valuesSchema);

const nodeAt = (schema: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((node, step) => {
    if (!isObject(node)) return undefined;
    if (typeof step === 'number') return node['items'];
    const properties = isObject(node['properties']) ? node['properties'] : {};
    return Object.hasOwn(properties, step) ? properties[step] : node['additionalProperties'];
  }, schema);

const takesWhole = (node: unknown): boolean =>
  isObject(node) && (node['type'] === 'integer' || node['x-kubernetes-int-or-string'] === true);
