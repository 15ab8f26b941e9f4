import { printPath } from '../../../json/json-path.js';
import { type SchemaError, type SchemaErrorOptions, schemaErrors } from '../../../schema/schema-errors.js';
import { suggestValue } from './suggest-value.js';

/** A value that the chart does not read, or does not take. */
export interface ValueProblem {
  /** `settings.clusterNam`; empty for the values as a whole. */
  readonly path: string;
  /** Without the value, which may be a secret. */
  readonly message: string;
  /** The chart reads no such key, whatever its value. */
  readonly unknown: boolean;
  /** What was probably meant: a key beside it, or the path of one elsewhere. */
  readonly near?: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Values over a chart's defaults, as Helm coalesces them: objects by key, all else as a whole, and null takes a default
 * away. https://helm.sh/docs/chart_template_guide/values_files/#deleting-a-default-key
 */
export const coalesceValues = (defaults: unknown, values: unknown): unknown => {
  if (!isObject(defaults) || !isObject(values)) return values;
  const merged = new Map<string, unknown>(Object.entries(defaults));
  for (const [key, value] of Object.entries(values)) {
    if (value === null && merged.has(key)) merged.delete(key);
    else merged.set(key, merged.has(key) ? coalesceValues(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
};

const keyOf = (error: SchemaError): string => JSON.stringify([error.path, error.message]);

/**
 * Checks the values of a release, as its layers compose them, against the chart's schema.
 *
 * @param schema what `<name>ValuesSchema()` of `imports/charts/<name>` gives, with the chart's defaults
 * @param values plain JSON, without the defaults
 * @returns what is wrong, in the order of keys; what the chart's defaults break themselves is not the user's
 */
export const checkValues = (
  schema: Readonly<Record<string, unknown>>,
  values: unknown,
  options: SchemaErrorOptions = {},
): readonly ValueProblem[] => {
  const defaults = schema['default'] ?? {};
  const errors = schemaErrors(schema, coalesceValues(defaults, values), { ...options, base: defaults });
  if (errors.length === 0) return [];
  const given = new Set(schemaErrors(schema, defaults).map(keyOf));
  const problems = new Map<string, ValueProblem>();
  for (const error of errors) {
    if (given.has(keyOf(error))) continue;
    const path = printPath(error.path);
    const key = String(error.path.at(-1) ?? '');
    const near = error.known && suggestValue(schema, key, error.known);
    // One key may break a rule in two branches of the schema.
    problems.set(`${path}\0${error.message}`, {
      path,
      message: error.message,
      unknown: error.known !== undefined,
      ...(near === undefined ? {} : { near }),
    });
  }
  return [...problems.values()];
};
