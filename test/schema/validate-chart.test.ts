import { describe, expect, test } from 'vitest';
import { describeViolation } from '../../src/schema/describe-violation.js';
import { chart } from '../../src/schema/dialect.js';
import { openPatterns } from '../../src/schema/patterns.js';
import { type ValidateOptions, validate } from '../../src/schema/validate.js';

const matcherOf = openPatterns().go;

/** The violations of a chart's schema as they are told, with the known keys of an unknown one. */
const schemaErrors = (schema: unknown, value: unknown, options: Pick<ValidateOptions, 'isOpen'> = {}) =>
  validate(schema, value, { dialect: chart, matcherOf, ...options }).map((violation) => ({
    path: violation.path,
    message: describeViolation(violation, 'chart'),
    ...(violation.kind === 'unknown-key' ? { known: violation.known } : {}),
  }));

type Case = readonly [schema: unknown, good: readonly unknown[], bad: readonly unknown[]];

const cases: readonly Case[] = [
  [true, [1, null, {}], []],
  [false, [], [1, null]],
  [{ type: 'integer' }, [1, -0, 1.0], [1.5, '1', null]],
  [{ type: ['string', 'null'] }, ['', null], [0, [], {}]],
  [{ enum: [1, 'a', null, { x: [1] }] }, [1, null, { x: [1] }], [2, { x: [] }, '1']],
  [{ const: { a: 1, b: 2 } }, [{ b: 2, a: 1 }], [{ a: 1 }]],
  [{ minimum: 1, exclusiveMaximum: 3 }, [1, 2.9, 'x'], [0, 3]],
  [{ multipleOf: 0.1 }, [0.3, 1], [0.25]],
  [{ minLength: 2, maxLength: 3 }, ['ab', '💥💥', 5], ['a', 'abcd']],
  [{ pattern: '^a+$' }, ['aa', 7], ['b', '']],
  [{ minItems: 1, uniqueItems: true }, [[1], [{ a: 1 }, { a: 2 }], 'x'], [[], [1, 1], [{ a: 1 }, { a: 1 }]]],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, [['a', 1], []], [[1], ['a', 'b']]],
  [{ contains: { type: 'number' } }, [['a', 1]], [['a'], []]],
  [{ properties: { a: { type: 'number' } }, additionalProperties: false }, [{}, { a: 1 }, 'x'], [{ b: 1 }, { a: 'x' }]],
  [
    { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    [{ 'x-a': 1 }],
    [{ 'x-a': 'b' }, { y: 1 }],
  ],
  [{ additionalProperties: { type: 'string' } }, [{ a: 'b' }], [{ a: 1 }]],
  [{ required: ['a'], minProperties: 1, maxProperties: 2 }, [{ a: 1 }, []], [{}, { b: 1 }, { a: 1, b: 2, c: 3 }]],
  [{ propertyNames: { pattern: '^[a-z]+$' } }, [{ ab: 1 }], [{ A: 1 }]],
  [{ dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
  [{ dependentSchemas: { a: { required: ['c'] } } }, [{ a: 1, c: 1 }, {}], [{ a: 1 }]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 5], [4]],
  [{ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 1]],
  [{ not: { type: 'string' } }, [1], ['a']],
  [
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] }, else: { required: ['c'] } },
    [
      { a: 1, b: 1 },
      { a: 2, c: 1 },
    ],
    [{ a: 1 }, { a: 2 }],
  ],
];

describe('the validator reads charts by JSON Schema 2020-12', () => {
  test.each(cases.map(([schema, good, bad]) => ({ schema, good, bad })))('$schema', ({ schema, good, bad }) => {
    for (const value of good) expect([value, schemaErrors(schema, value)]).toEqual([value, []]);
    for (const value of bad) expect(schemaErrors(schema, value), JSON.stringify(value)).not.toEqual([]);
  });
});

test('messages say what was allowed, and never the value', () => {
  const schema = {
    properties: {
      a: { type: ['string', 'null', 'number'] },
      b: { enum: ['x', 'y'] },
      c: { items: { type: 'integer', maximum: 1 } },
      d: { pattern: '^a$' },
    },
    required: ['e'],
    additionalProperties: false,
  };
  const value = { a: true, b: 'hunter2', c: [0, 2, 'x'], d: 'hunter2', f: 1 };
  expect(schemaErrors(schema, value)).toEqual([
    { path: [], message: 'lacks "e", which the chart requires' },
    { path: ['a'], message: 'takes a string, a number or null, not true or false' },
    { path: ['b'], message: 'takes "x" or "y"' },
    { path: ['c', 1], message: 'takes at most 1' },
    { path: ['c', 2], message: 'takes a whole number, not a string' },
    { path: ['d'], message: 'takes text that matches ^a$' },
    { path: ['f'], message: 'the chart reads no "f" here', known: ['a', 'b', 'c', 'd'] },
  ]);
});

test('of several forms, the errors of the nearest are shown', () => {
  const schema = { anyOf: [{ type: 'string' }, { properties: { a: { properties: { b: { type: 'number' } } } } }] };
  expect(schemaErrors(schema, { a: { b: 'x' } })).toEqual([
    { path: ['a', 'b'], message: 'takes a number, not a string' },
  ]);
});

test('what stands for a value that is not known yet fits everything', () => {
  const isOpen = (value: unknown) => value === '${N}';
  const schema = { properties: { n: { type: 'number', minimum: 3 }, l: { items: { enum: [1] }, uniqueItems: true } } };
  expect(schemaErrors(schema, { n: '${N}', l: ['${N}', '${N}', 1] }, { isOpen })).toEqual([]);
  expect(schemaErrors(schema, { n: '${M}' }, { isOpen })).toHaveLength(1);
});

test('a pattern that is not a regular expression is not checked', () => {
  expect(schemaErrors({ pattern: '(?i)[' }, 'x')).toEqual([]);
});
