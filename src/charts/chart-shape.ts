import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap } from '../json/json-value.js';
import type { Chart } from './chart.js';
import { withDefaults } from './defaults-shape.js';
import type { ReportProblem } from './import-problem.js';
import { inlineSchema } from './inline-schema.js';
import type { ValuesNode } from './reads/abstract-value.js';
import { learnReads } from './reads/learn-reads.js';
import { printReads, readReads } from './reads/reads-data.js';
import { shapeOfReads } from './reads/reads-shape.js';
import { schemaDocuments } from './schema-documents.js';
import { schemaShape } from './schema-shape.js';
import { anything, meet, type Shape, shape, withNull } from './shape.js';

/** Istio's charts keep their defaults under this key, and read what a user sets without it. */
const HIDDEN_DEFAULTS = '_internal_defaults_do_not_set';
/** Charts of charts of charts exist; deeper ones are a loop in a hostile package. */
const MAX_NESTING = 8;

const booleans = shape(['object'], { additional: shape(['boolean']) });

/** What is under a dependency's key when no one knows its values: the parent's settings are hints, all else is open. */
const opened = (s: Shape): Shape => ({
  ...s,
  additional: s.types === 'any' || !s.types.has('object') ? s.additional : true,
  // What the parent's templates refuse, those of the dependency may read.
  properties: new Map(
    [...s.properties].map(([key, value]) => [key, value.refusal === undefined ? opened(value) : anything]),
  ),
});

/** Both shapes' keys; where both know a key, the second one's type. */
const overlaid = (under: Shape | undefined, over: Shape): Shape => {
  if (!under || under.types === 'any') return over;
  if (over.types === 'any') return { ...under, description: under.description ?? over.description };
  const properties = new Map(under.properties);
  for (const [key, value] of over.properties) properties.set(key, overlaid(properties.get(key), value));
  return { ...over, properties, additional: over.additional ?? under.additional };
};

/** Makes `a.b` a key that is known, and a boolean: Helm ignores a condition that is a text or a number. */
const withSwitch = (s: Shape, [head, ...rest]: readonly string[]): Shape => {
  if (head === undefined) {
    // Templates that only fail where it is set don't see that Helm reads it.
    return s.types === 'any' || s.types.has('boolean') || s.refusal !== undefined
      ? withNull(shape(['boolean'], { description: s.description }))
      : s;
  }
  const inner = withSwitch(s.properties.get(head) ?? (rest.length > 0 ? shape(['object']) : anything), rest);
  return { ...s, properties: new Map(s.properties).set(head, inner) };
};

const layer = (defaults: Json, over: Json): Json => {
  if (!isObject(defaults) || !isObject(over)) return over;
  const merged: Record<string, Json> = { ...defaults };
  for (const [key, value] of Object.entries(over)) {
    const there = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = there === undefined ? value : layer(there, value);
  }
  return merged;
};

const withoutProto = (value: Json, report: ReportProblem): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => withoutProto(item, report));
  if (!isObject(value)) return value;
  const entries: [string, Json][] = [];
  for (const [key, child] of Object.entries(value)) {
    if (key !== '__proto__') entries.push([key, withoutProto(child, report)]);
    else {
      report({
        severity: 'warning',
        at: 'values.yaml',
        message: 'the default values have a key "__proto__", which no object literal can hold',
        fix: 'nothing to do: the key is left out',
      });
    }
  }
  return Object.fromEntries(entries);
};

/** Whether the schema says by a pattern which keys it takes; a shape keeps the pattern as an assert. */
const hasPatterns = (assert: Json): boolean =>
  isObject(assert) &&
  (assert['patternProperties'] !== undefined ||
    [assert['anyOf'], assert['oneOf'], assert['allOf']].some(
      (branches) => branches !== undefined && isJsonArray(branches) && branches.some(hasPatterns),
    ));

/**
 * `additionalProperties: true` at the root is what a schema without it says too, and many tools write it out: a key that
 * neither the schema nor the defaults know is still one that no one reads.
 */
const closedByDefault = (s: Shape): Shape =>
  s.additional === true && s.properties.size > 0 ? { ...s, additional: undefined } : s;

/** What a chart reads: its schema and its default values in one, and the values of the charts in it. */
export interface ChartShape {
  readonly shape: Shape;
  /** What Helm puts under the values that a user sets. */
  readonly defaults: JsonMap;
  /** The places of dependencies that aren't here, whose defaults nothing knows. */
  readonly absent: readonly (readonly string[])[];
}

const absentCharts = (chart: Chart, at: readonly string[] = []): readonly (readonly string[])[] =>
  chart.dependencies.flatMap(({ name, key }) => {
    const packed = chart.subcharts.get(name);
    return packed === undefined || at.length >= MAX_NESTING ? [[...at, key]] : absentCharts(packed, [...at, key]);
  });

/** What Helm puts under the values that a user sets: the chart's defaults, and those of the charts in it. */
const coalescedDefaults = (chart: Chart, report: ReportProblem, depth = 0): JsonMap => {
  const raw = isObject(chart.defaults) ? (withoutProto(chart.defaults, report) as JsonMap) : {};
  const { [HIDDEN_DEFAULTS]: hidden, ...visible } = raw;
  let defaults = isObject(hidden) ? ({ ...hidden, ...visible } as JsonMap) : raw;
  for (const dependency of chart.dependencies) {
    const packed = chart.subcharts.get(dependency.name);
    if (!packed || depth >= MAX_NESTING) continue;
    const own = coalescedDefaults(packed, report, depth + 1);
    defaults = { ...defaults, [dependency.key]: layer(own, defaults[dependency.key] ?? {}) };
    if (isObject(own['global'])) {
      defaults = { ...defaults, global: layer(own['global'], defaults['global'] ?? {}) };
    }
  }
  return defaults;
};

/** What the templates of a chart read, as data; undefined where it has none. */
export const chartReads = (chart: Chart, report: ReportProblem): Json | undefined => {
  const node = learnReads(chart, coalescedDefaults(chart, report), report);
  node?.children.delete(HIDDEN_DEFAULTS);
  return node && printReads(node);
};

/**
 * Pure: what `values` of a release of this chart may be.
 *
 * @param reads what {@link chartReads} gave, for a chart that is here without its templates
 */
export const chartShape = (chart: Chart, report: ReportProblem, reads?: Json): ChartShape => {
  const defaults = coalescedDefaults(chart, report);
  const node = reads === undefined ? learnReads(chart, defaults, report) : readReads(reads, defaults);
  const found = shapeOf(chart, defaults, node, report, 0);
  const properties = new Map(found.properties);
  // A template moves it away, so that a user's values can't change it.
  if (isObject(chart.defaults) && isObject(chart.defaults[HIDDEN_DEFAULTS])) properties.delete(HIDDEN_DEFAULTS);
  return { shape: { ...found, properties }, defaults, absent: absentCharts(chart) };
};

const hasTemplates = ({ files, subcharts }: Chart): boolean =>
  [...files.keys()].some((path) => path.startsWith('templates/')) || [...subcharts.values()].some(hasTemplates);

/** Whether any template does something with a path, or with one below it. */
const isRead = ({ uses, children, each }: ValuesNode): boolean =>
  uses !== 0 || [...children.values(), ...(each === undefined ? [] : [each])].some(isRead);

/**
 * Whether a library has no keys but those of the chart that it is in: it merges its own values into the chart's, so that
 * templates read each of them in both places.
 */
const isCopyOf = (keys: Shape['properties'], all: Shape['properties']): boolean =>
  [...keys.keys()].some((key) => key !== 'global') && [...keys.keys()].every((key) => all.has(key));

/** The same keys, with any values. */
const keysAlone = (s: Shape): Shape => ({
  ...s,
  properties: new Map([...s.properties.keys()].map((key) => [key, anything])),
});

/** @param node what templates read of the chart's values; undefined where it has no templates */
const shapeOf = (
  chart: Chart,
  defaults: JsonMap,
  node: ValuesNode | undefined,
  report: ReportProblem,
  depth: number,
): Shape => {
  const fromSchema =
    chart.schema === undefined ? undefined : schemaShape(inlineSchema(chart.schema, report, schemaDocuments(chart)));
  // Helm's values are an object, whatever the schema says or does not say.
  const root = fromSchema && closedByDefault(meet(fromSchema, shape(['object'])));
  const reads = node !== undefined && (hasTemplates(chart) || isRead(node)) ? node : undefined;
  let result = reads === undefined ? withDefaults(root, defaults, report) : shapeOfReads(root, reads);
  // Only now: what is below the keys of the defaults stays as closed as it is without a pattern.
  if (result.additional !== false && fromSchema?.asserts.some(hasPatterns)) result = { ...result, additional: true };
  if (result.types === 'any' || !result.types.has('object') || result.properties.size === 0) {
    const types = new Set(['object' as const]);
    result = { ...result, types, additional: result.additional ?? result.properties.size === 0 };
  }
  const properties = new Map(result.properties);
  for (const dependency of chart.dependencies) {
    const own = properties.get(dependency.key);
    const packed = chart.subcharts.get(dependency.name);
    if (!packed || depth >= MAX_NESTING) {
      properties.set(
        dependency.key,
        withNull(opened(own ? { ...own, types: new Set(['object']) } : shape(['object']))),
      );
      continue;
    }
    const inner = defaults[dependency.key];
    const below = isObject(inner) ? (inner as JsonMap) : {};
    const sub = shapeOf(packed, below, node?.child(dependency.key), report, depth + 1);
    const isCopy = packed.isLibrary && isCopyOf(sub.properties, properties);
    properties.set(dependency.key, withNull(isCopy ? keysAlone(sub) : overlaid(own, sub)));
    const shared = sub.properties.get('global');
    if (shared) properties.set('global', overlaid(properties.get('global'), shared));
  }
  result = { ...result, types: new Set(['object']), properties };
  for (const { conditions } of chart.dependencies) {
    for (const path of conditions) result = withSwitch(result, path.split('.'));
  }
  if (chart.dependencies.some((dependency) => dependency.tags.length > 0)) {
    const tags = result.properties.get('tags');
    result = { ...result, properties: new Map(result.properties).set('tags', overlaid(tags, booleans)) };
  }
  return result;
};
