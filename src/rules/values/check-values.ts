import { isObject } from '../../json/is-object.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { describeViolation } from '../../schema/describe-violation.js';
import { chart } from '../../schema/dialect.js';
import { openPatterns, type Patterns } from '../../schema/patterns.js';
import { type Refusal, refusalOf } from '../../schema/refused.js';
import { validate } from '../../schema/validate.js';
import type { Violation } from '../../schema/violation.js';
import { schemaAt } from './schema-steps.js';
import { countPlaces, suggestValue, type Twin } from './suggest-value.js';
import { isReadByText, type TextReads, textReads } from './text-reads.js';
import { twinInText } from './twin-in-text.js';

/** A value that the chart doesn't read, or rejects. */
export interface ValueProblem {
  readonly violation: Violation;
  /** For a key that the chart doesn't read: the key that was probably intended. */
  readonly twin?: Twin | undefined;
  /** For a value that makes the chart fail. */
  readonly refusal?: Refusal | undefined;
}

/**
 * Values over a chart's defaults, as Helm coalesces them: objects by key, everything else as a whole, and null removes
 * a default. https://helm.sh/docs/chart_template_guide/values_files/#deleting-a-default-key
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

/** The key by which the same problem is reported once. */
const keyOf = (violation: Violation): string =>
  `${printPath(violation.path)}\0${describeViolation(violation, 'chart')}`;

/**
 * Checks the values of a release, as its layers compose them, against the chart's schema.
 *
 * @param schema the result of `<name>ValuesSchema()` from `imports/charts/<name>`, with the chart's defaults
 * @param values plain JSON, without the defaults
 * @param patterns the compiled patterns of the run
 * @returns the problems, in the order of keys; without problems of the chart's own defaults, and without keys that a
 * text of the values reads (`{{ .Values.my.key }}`)
 */
export const checkValues = (
  schema: Readonly<Record<string, unknown>>,
  values: unknown,
  patterns: Pick<Patterns, 'go'> = openPatterns(),
): readonly ValueProblem[] => {
  const defaults = schema['default'] ?? {};
  const options = { dialect: chart, matcherOf: patterns.go };
  const violations = validate(schema, coalesceValues(defaults, values), { ...options, base: defaults });
  if (violations.length === 0) return [];
  let faults: ReadonlySet<string> | undefined;
  const isGiven = ({ kind, path }: Violation, told: string): boolean => {
    // An unknown key that the defaults don't have comes from the user.
    if (kind === 'unknown-key' && valueAt(defaults, path) === undefined) return false;
    faults ??= new Set(validate(schema, defaults, options).map(keyOf));
    return faults.has(told);
  };
  let texts: readonly TextReads[] | undefined;
  const isRead = ({ kind, path }: Violation): boolean => {
    if (kind !== 'unknown-key') return false;
    texts ??= textReads(values);
    return isReadByText(path, values, texts);
  };
  const problems = new Map<string, ValueProblem>();
  let places: ReadonlyMap<string, number> | undefined;
  const placesOf = (key: string): number => {
    places ??= countPlaces(schema);
    return places.get(key) ?? 0;
  };
  const fits = (node: unknown, value: unknown): boolean => validate(node, value, options).length === 0;
  for (const violation of violations) {
    const told = keyOf(violation);
    if (isGiven(violation, told) || isRead(violation)) continue;
    const { path } = violation;
    const refusal = violation.kind === 'unknown-key' ? undefined : refusalOf(schemaAt(schema, path));
    const twin =
      violation.kind === 'unknown-key'
        ? suggestValue({ schema, path, siblings: violation.known, values, placesOf, fits })
        : refusal === undefined
          ? undefined
          : twinInText(refusal.text, { schema, path, values, fits });
    // One key may violate two branches of the schema.
    problems.set(told, { violation, twin, refusal });
  }
  return [...problems.values()];
};
