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

type Says = TransitionCase['says'];
/** The change that a row reports; then changes of the same field that it doesn't. */
type Line = readonly [type: string, path: string, was: unknown, is: unknown, ...good: (readonly [unknown, unknown])[]];

/** Changes of fields of the spec, a row each. */
export const lines = (says: Says, ...all: readonly Line[]): readonly TransitionCase[] =>
  all.map(([type, path, was, is, ...good]) =>
    changesOf(
      type,
      says,
      [from(path, was, is)],
      good.map(([old, now]) => from(path, old, now)),
    ),
  );

/** Rows about a field that is set and gets another value: not if it's set for the first time, or no longer. */
export const others = (
  says: Says,
  ...all: readonly (readonly [type: string, path: string, was: unknown, is: unknown])[]
) => lines(says, ...all.map(([type, path, was, is]): Line => [type, path, was, is, [undefined, is], [was, undefined]]));

/** Rows about one direction: the way back is no problem. */
export const oneWay = (
  says: Says,
  ...all: readonly (readonly [type: string, path: string, was: unknown, is: unknown])[]
) => lines(says, ...all.map(([type, path, was, is]): Line => [type, path, was, is, [is, was]]));
