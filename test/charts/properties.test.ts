import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chart } from '../../src/charts/chart.js';
import { chartShape } from '../../src/charts/chart-shape.js';
import { valuesSchema } from '../../src/charts/print-values-schema.js';
import { printValuesTypes } from '../../src/charts/print-values-types.js';
import type { Json } from '../../src/json/json-value.js';
import { checkValues } from '../rules/values/value-problems.js';
import { runTsc } from './run-tsc.js';
import { chartSchema } from './schema-arbitrary.js';

const chartOf = (schema: unknown, defaults: unknown): Chart => ({
  name: 'some',
  version: undefined,
  schema: schema as Json | undefined,
  defaults: defaults as Json,
  isLibrary: false,
  dependencies: [],
  subcharts: new Map(),
  files: new Map(),
});

const fail = (problem: unknown): never => {
  throw new Error(`unexpected problem: ${JSON.stringify(problem)}`);
};

/** Undefined and -0 are not in JSON, so an example goes through it once. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('an example of a schema satisfies the schema that synth checks', () => {
  fc.assert(
    fc.property(chartSchema, ({ schema, example }) => {
      const { shape, defaults } = chartShape(chartOf(schema, {}), fail);
      expect(checkValues({ ...valuesSchema(shape), default: defaults }, json(example))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('an example of a schema, as the default values beside it, changes nothing of that', () => {
  fc.assert(
    fc.property(chartSchema, chartSchema, ({ schema, example }, { example: other }) => {
      const { shape, defaults } = chartShape(chartOf(schema, json(other)), fail);
      const printed = { ...valuesSchema(shape), default: defaults };
      expect(checkValues(printed, {})).toEqual([]);
      // Helm takes null for a default that goes, so an example with one may lack what the schema requires.
      if (JSON.stringify(example).includes('null')) return;
      const { shape: own, defaults: same } = chartShape(chartOf(schema, json(example)), fail);
      expect(checkValues({ ...valuesSchema(own), default: same }, json(example))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('an example of a schema satisfies the generated type, and a key too many does not', () => {
  const files: Record<string, string> = {};
  // A fixed seed: one run of the compiler for all, and the same each time.
  const samples = fc.sample(chartSchema, { numRuns: 120, seed: 20 });
  for (const [i, { schema, example }] of samples.entries()) {
    const { shape } = chartShape(chartOf(schema, {}), fail);
    const types = printValuesTypes(shape, 'SomeValues');
    const good = JSON.stringify(example);
    const bad = JSON.stringify({ ...(example as object), notAKeyOfThisChart: 1 });
    files[`case-${i}.ts`] =
      `${types}export const good: SomeValues = ${good};\n// @ts-expect-error a key that the chart does not have\nexport const bad: SomeValues = ${bad};\n`;
  }
  const wrong = runTsc(files).map((error) => `${error.message}\n${files[error.file]}`);
  expect(wrong).toEqual([]);
});

test('default values satisfy the type that is inferred from them', () => {
  const files: Record<string, string> = {};
  const values = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 4 }), {
    minKeys: 1,
    maxKeys: 6,
    noNullPrototype: true,
  });
  for (const [i, defaults] of fc.sample(values, { numRuns: 80, seed: 21 }).entries()) {
    const { shape, defaults: kept } = chartShape(chartOf(undefined, json(defaults)), () => {});
    expect(checkValues({ ...valuesSchema(shape), default: kept }, kept)).toEqual([]);
    const types = printValuesTypes(shape, 'SomeValues');
    files[`case-${i}.ts`] = `${types}export const defaults: SomeValues = ${JSON.stringify(kept)};\n`;
  }
  const wrong = runTsc(files).map((error) => `${error.message}\n${files[error.file]}`);
  expect(wrong).toEqual([]);
});

test('the order of keys in a schema or in default values changes nothing', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([k, v]) => [k, reversed(v)]),
          )
        : value;
  const defaults = { 'a-b': { c: 1 }, aB: { d: 2 }, list: [{ x: 1, y: 2 }] };
  const schema = { type: 'object', properties: { 'a-b': { type: 'object' }, z: { enum: ['b', 'a'] } } };
  const print = (s: unknown, d: unknown) => {
    const { shape } = chartShape(chartOf(s, d), fail);
    return printValuesTypes(shape, 'SomeValues') + JSON.stringify(valuesSchema(shape));
  };
  expect(print(reversed(schema), reversed(defaults))).toBe(print(schema, defaults));
});
