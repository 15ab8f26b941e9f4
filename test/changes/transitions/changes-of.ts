import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { object, release } from './judge.js';

export type Pair = readonly [from: unknown, to: unknown];

/** `at('a.b', 1)` is `{ a: { b: 1 } }`; `'a.b'` in quotes is one key. */
export const at = (path: string, value: unknown): JsonObject =>
  [...path.matchAll(/'([^']+)'|([^.']+)/g)]
    .map(([, quoted, key]) => quoted ?? key!)
    .reduceRight<unknown>((inner, key) => (inner === undefined ? {} : { [key]: inner }), value) as JsonObject;

/** A field from one value to another. */
export const from = (path: string, was: unknown, is: unknown): Pair => [at(path, was), at(path, is)];

/** Changes of the spec of a kind. */
export const changesOf = (
  type: string,
  says: TransitionCase['says'],
  bad: readonly Pair[],
  good: readonly Pair[] = [],
  around: readonly JsonObject[] = [],
): TransitionCase => ({ label: type, of: (spec: JsonObject) => object(type, spec), says, bad, good, around });

/** Changes of the annotations of a kind. */
export const notesOf = (
  type: string,
  says: TransitionCase['says'],
  bad: readonly Pair[],
  good: readonly Pair[] = [],
): TransitionCase => ({
  label: type,
  of: (annotations: Readonly<Record<string, string>>) => object(type, {}, annotations),
  says,
  bad,
  good,
});

/** Changes of the values of a chart. */
export const valuesOf = (
  chart: string,
  says: TransitionCase['says'],
  bad: readonly Pair[],
  good: readonly Pair[] = [],
): TransitionCase => ({ label: chart, of: (values: JsonObject) => release(chart, values), says, bad, good });
