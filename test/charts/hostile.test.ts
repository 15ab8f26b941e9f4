import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importChart } from '../../src/charts/import-chart.js';
import { checkValues } from '../rules/values/value-problems.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { runTsc } from './run-tsc.js';

const folder = temporaryFolder();

const nested = (depth: number): unknown => {
  let schema: unknown = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = { type: 'object', properties: { down: schema } };
  return schema;
};

const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `d${i}`,
    { type: 'object', properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } } },
  ]),
);

interface Hostile {
  /** The text of values.schema.json. */
  readonly schema?: string;
  readonly values?: string;
  /** Part of what is reported; nothing is where undefined. */
  readonly problem?: string;
  /** Values that the type must take, and those that it must refuse. */
  readonly good?: string;
  readonly bad?: string;
}

const cases: Readonly<Record<string, Hostile>> = {
  recursive: {
    schema: JSON.stringify({
      $ref: '#/definitions/tree',
      definitions: {
        tree: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/definitions/tree' } } },
        },
      },
    }),
    problem: 'refers to itself by "#/definitions/tree"',
    good: "{ name: 'a', children: [{ name: 1 }] }",
    bad: '{ name: 1 }',
  },
  'refs-that-name-each-other': {
    schema: JSON.stringify({
      type: 'object',
      properties: { a: { $ref: '#/$defs/x' } },
      $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } },
    }),
    problem: 'refers to itself',
    good: '{ a: 1 }',
    bad: '{ b: 1 }',
  },
  'missing-ref': {
    schema: JSON.stringify({ type: 'object', properties: { a: { $ref: '#/$defs/none' }, b: { type: 'number' } } }),
    problem: 'refers to "#/$defs/none", which is not in it',
    good: "{ a: 'x' }",
    bad: "{ b: 'x' }",
  },
  'remote-ref': {
    schema: JSON.stringify({
      type: 'object',
      properties: { a: { $ref: 'https://schemas.invalid/x.json#/y' }, file: { $ref: 'file:///etc/passwd' } },
    }),
    problem: 'which is not in it',
    good: '{ a: 1, file: 2 }',
  },
  'anchors-and-ids': {
    schema: JSON.stringify({
      $id: 'chart.json',
      type: 'object',
      properties: { a: { $ref: '#text' }, b: { $ref: 'inner.json' }, c: { $ref: 'chart.json#/$defs/t' } },
      $defs: { t: { $anchor: 'text', type: 'string' }, n: { $id: 'inner.json', type: 'number' } },
    }),
    good: "{ a: 'x', b: 1, c: 'y' }",
    bad: '{ c: 1 }',
  },
  'refs-that-double': {
    schema: JSON.stringify({ $ref: '#/$defs/d0', $defs: { ...doubling, d30: { type: 'string' } } }),
    problem: 'more than 10000 schemas',
    bad: '{ c: 1 }',
  },
  deep: {
    schema: JSON.stringify(nested(300)),
    problem: 'nested deeper than 48 levels',
    good: '{ down: { down: {} } }',
    bad: '{ up: 1 }',
  },
  'a-thousand-properties': {
    schema: JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`key${i}`, { type: 'number' }])),
    }),
    good: '{ key999: 1 }',
    bad: '{ key1000: 1 }',
  },
  proto: {
    schema: '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"string"}}}',
    problem: 'a key "__proto__"',
    good: "{ a: 'x' }",
    bad: '{ a: 1 }',
  },
  'proto-in-values': {
    values: '__proto__:\n  polluted: true\na: 1\n',
    problem: 'a key "__proto__"',
    good: '{ a: 2 }',
    bad: '{ b: 2 }',
  },
  'inherited-names': {
    schema: JSON.stringify({
      type: 'object',
      properties: { constructor: { type: 'string' }, toString: { type: 'number' }, a: { type: 'string' } },
    }),
    good: "{ a: 'x' }",
    bad: '{ hasOwnPropertx: 1 }',
  },
  'comment-end': {
    schema: JSON.stringify({
      type: 'object',
      description: '*/ export const root = 1; /*',
      properties: {
        a: { type: 'string', description: '*/ }\nexport const evil = 1; /*\n`${process.exit(1)}` \u2028 // */' },
      },
    }),
    good: "{ a: 'x' }",
    bad: '{ a: 1 }',
  },
  'no-identifiers': {
    schema: JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(
        [
          '',
          ' ',
          'a b',
          '1',
          '"',
          "'",
          '\\',
          '`${x}`',
          'a\nb',
          '}; export const evil = 1; {',
          '日本',
          '[k: string]',
          'class',
          '//',
          '/**',
          '?:',
          '\u2028',
          '(',
        ].map((key) => [key, { type: 'object', properties: { [key]: { type: 'string' } } }]),
      ),
    }),
    good: `{ '': { '': 'x' }, 'a\\nb': {}, '"': { '"': 'y' } }`,
    bad: "{ '': { '': 1 } }",
  },
  'odd-literals': {
    schema: JSON.stringify({
      type: 'object',
      properties: {
        a: { enum: ["it's", '"', '*/', '`', '(a | b)[]', '\\', '\u0000', 'x'] },
        b: { enum: [{ x: 1 }, [2]] },
        c: { enum: [] },
      },
    }),
    good: `{ a: '(a | b)[]', b: { x: 1 } }`,
    bad: "{ a: 'y' }",
  },
  'ts-type': {
    schema: JSON.stringify({
      type: 'object',
      tsType: '{}; export const evil = 1; type X = {}',
      properties: {
        a: { type: 'string', tsType: 'any; export const evil = 1; type Y = {' },
        b: { enum: ['x', 'y'], tsEnumNames: ['A } export const evil = 1; enum Z {', 'B'] },
        tsType: { type: 'number' },
      },
    }),
    good: "{ a: 'x', b: 'y', tsType: 1 }",
    bad: '{ a: 1 }',
  },
  title: {
    schema: JSON.stringify({
      title: 'X {} export const evil = 1; interface Y',
      type: 'object',
      properties: { a: { title: 'string; //', type: 'object', properties: { b: { title: 'any', type: 'string' } } } },
    }),
    good: "{ a: { b: 'x' } }",
    bad: '{ a: { b: 1 } }',
  },
  'no-schema-at-all': {
    schema: '"a string"',
    values: 'a: 1',
    problem: 'neither an object nor a boolean',
    good: '{ a: 1 }',
    bad: "{ a: 'x' }",
  },
  'true-schema': { schema: 'true', values: 'a: 1', good: '{ a: 1 }', bad: "{ a: 'x' }" },
  'false-schema': { schema: 'false', values: 'a: 1', good: '{ a: 1 }' },
  'broken-json': {
    schema: '{"type": ',
    values: 'a: 1',
    problem: 'values.schema.json is not JSON',
    good: '{ a: 1 }',
    bad: "{ a: 'x' }",
  },
  'wrong-keywords': {
    schema: JSON.stringify({
      type: 'objct',
      properties: [1],
      required: true,
      items: 5,
      allOf: {},
      anyOf: [],
      enum: 'x',
      pattern: 7,
      additionalProperties: 'no',
    }),
    values: 'a: 1',
    problem: 'neither an object nor a boolean',
    good: '{ a: 1 }',
  },
  'no-regular-expression': {
    schema: JSON.stringify({ type: 'object', properties: { a: { type: 'string', pattern: '(?i)[' } } }),
    problem: `the pattern "(?i)[" isn't RE2, which Helm reads`,
    good: "{ a: 'x' }",
    bad: '{ a: 1 }',
  },
  impossible: {
    schema: JSON.stringify({
      type: 'object',
      properties: { a: { allOf: [{ type: 'string' }, { type: 'number' }] }, b: false },
    }),
    good: '{}',
    bad: "{ a: 'x' }",
  },
  'root-of-another-type': {
    schema: JSON.stringify({ type: 'array', items: { type: 'string' } }),
    values: 'a: 1',
    good: '{ a: 1 }',
    bad: '[]',
  },
  'one-name-twice': {
    schema: JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(
        ['a-b', 'a_b', 'aB', 'AB'].map((key, i) => [
          key,
          { type: 'object', properties: { [`k${i}`]: { type: 'number' } } },
        ]),
      ),
    }),
    good: "{ 'a-b': { k0: 1 }, a_b: { k1: 1 }, aB: { k2: 1 }, AB: { k3: 1 } }",
    bad: "{ 'a-b': { k1: 1 } }",
  },
  'alias-bomb': {
    schema: JSON.stringify({ type: 'object', properties: { a: { type: 'number' } } }),
    values: `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: &d [${'*c,'.repeat(9)}]\ne: [${'*d,'.repeat(9)}]\n`,
    problem: 'values.yaml cannot be read',
    good: '{ a: 1 }',
    bad: "{ a: 'x' }",
  },
  'huge-enum': {
    schema: JSON.stringify({
      type: 'object',
      properties: { a: { enum: Array.from({ length: 300_000 }, (_, i) => i) } },
    }),
    problem: 'an enum has more than 5000 values',
    good: '{ a: 1 }',
    bad: '{ b: 1 }',
  },
  'many-enums': {
    schema: JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 501 }, (_, i) => [`k${i}`, { enum: Array.from({ length: 200 }, (_, j) => `v${i}-${j}`) }]),
      ),
    }),
    problem: 'the enums of the schema have more than 100000 values in all',
    good: "{ k0: 'v0-199', k500: 'left open' }",
    bad: "{ k0: 'v1-0' }",
  },
  'many-repetitions': {
    schema: JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 250 }, (_, i) => [`k${i}`, { type: 'string', pattern: `^[a-zé]{1,1000}${i}$` }]),
      ),
    }),
    problem: 'the patterns of the schema have more than 200000 parts in all',
    good: "{ k0: 'a' }",
    bad: '{ k0: 1 }',
  },
  'many-values': {
    schema: JSON.stringify({ type: 'object', properties: { a: { type: 'number' } } }),
    values: Array.from({ length: 60_000 }, (_, i) => `k${i}: [1]\n`).join(''),
    problem: 'values.yaml cannot be read: it holds more than the 100000 values that are read',
    good: '{ a: 1 }',
    bad: "{ a: 'x' }",
  },
  'many-branches': {
    schema: JSON.stringify({
      type: 'object',
      properties: { a: { anyOf: Array.from({ length: 5000 }, (_, i) => ({ enum: [i] })) } },
    }),
    problem: 'anyOf has more than 500 branches',
    good: '{ a: 1 }',
    bad: '{ b: 1 }',
  },
  'deep-enum': {
    schema: `{"type":"object","properties":{"a":{"enum":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}}}`,
    problem: 'a value of an enum is nested deeper than 48 levels',
    good: '{ a: 1 }',
    bad: '{ b: 1 }',
  },
  'long-list': {
    values: `a: [${Array.from({ length: 20_000 }, (_, i) => `{k${i}: 1}`).join(',')}]`,
    problem: 'the default list "a" has 20000 items, more than the 2000 that are looked at',
    good: '{ a: [{ k1: 1 }] }',
    bad: '{ b: 1 }',
  },
  'too-deep-values': {
    schema: JSON.stringify({ type: 'object', properties: { a: { type: 'number' } } }),
    values: `a: ${'['.repeat(3400)}${']'.repeat(3400)}`,
    problem: 'values.yaml cannot be read: it is nested deeper than the 500 levels that are read',
    good: '{ a: 1 }',
    bad: "{ a: 'x' }",
  },
  'deep-values': {
    values: `a: ${'{b: '.repeat(300)}1${'}'.repeat(300)}`,
    problem: 'a default is nested deeper than the 48 levels that are looked at',
    good: '{ a: { b: { b: {} } } }',
    bad: '{ a: { c: 1 } }',
  },
  'yaml-of-helm': {
    values: 'flag: yes\nport: 0o17\nday: 2024-01-01\ntime: 12:30\nbase: &base {x: 1}\nover:\n  <<: *base\n  z: 2\n',
    good: "{ flag: true, day: 'x', time: 'y', over: { x: 1, z: 2 } }",
    bad: '{ over: { w: 1 } }',
  },
};

test('hostile schemas and values give code that compiles, and a problem that says what was left open', async () => {
  const files: Record<string, string> = {};
  const seen: Record<string, string> = {};
  for (const [name, { schema, values, good, bad }] of Object.entries(cases)) {
    const chart = new Map<string, string>();
    if (schema !== undefined) chart.set('values.schema.json', schema);
    if (values !== undefined) chart.set('values.yaml', values);
    const path = mkdtempSync(join(folder, 'chart-'));
    for (const [file, text] of chart) writeFileSync(join(path, file), text);
    const imported = await importChart(path, { name: 'some' });
    seen[name] = imported.problems.map((one) => one.message).join('\n');
    const types = imported.files.get('some.ts')!;
    expect(types, name).not.toMatch(/^(export )?const evil/m);
    files[`${name}/some.schema.ts`] = imported.files.get('some.schema.ts')!;
    files[`${name}/some.ts`] =
      `${types}\n${good === undefined ? '' : `export const good: SomeValues = ${good};\n`}` +
      `${bad === undefined ? '' : `// @ts-expect-error refused\nexport const bad: SomeValues = ${bad};\n`}`;
  }
  expect(runTsc(files).map((error) => `${error.file}: ${error.message}`)).toEqual([]);
  for (const [name, { problem }] of Object.entries(cases)) {
    if (problem === undefined) expect(seen[name], name).toBe('');
    else expect(seen[name], name).toContain(problem);
  }
});

test('the schema for synth is plain JSON, whatever is in it', async () => {
  const path = mkdtempSync(join(folder, 'chart-'));
  const text = '`${globalThis.evil = 1}` \\u0060 */';
  writeFileSync(
    join(path, 'values.schema.json'),
    JSON.stringify({ type: 'object', properties: { a: { const: text } } }),
  );
  const imported = await importChart(path, { name: 'some' });
  const file = join(path, 'some.schema.mjs');
  const code = imported.files.get('some.schema.ts')!;
  writeFileSync(file, code.replace('(): Readonly<Record<string, unknown>> =>', '() =>'));
  const { someValuesSchema } = (await import(file)) as { someValuesSchema: () => Record<string, unknown> };
  expect(checkValues(someValuesSchema(), { a: text })).toEqual([]);
  expect(checkValues(someValuesSchema(), { a: 'x' })).toHaveLength(1);
  expect('evil' in globalThis).toBe(false);
});
