import { expect, test } from 'vitest';
import { compareValues } from '../../../src/charts/difference/compare-values.js';
import type { SchemaNode } from '../../../src/charts/difference/describe-type.js';
import { changeAsJson, printChanges } from '../../../src/charts/difference/print-changes.js';

const string = { type: 'string' };
const boolean = { type: 'boolean' };
const closed = (properties: Record<string, unknown>, rest: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
});
const lines = (from: SchemaNode, to: SchemaNode) => printChanges(compareValues(from, to));

test('nothing differs, whatever the order of keys', () => {
  const a = closed({ x: string, y: boolean }, { default: { x: '1', y: true } });
  const b = closed({ y: boolean, x: string }, { default: { y: true, x: '1' } });
  expect(compareValues(a, b)).toEqual([]);
  expect(lines(a, b)).toEqual([]);
});

test('each kind of change has its section', () => {
  const from = closed(
    {
      size: { type: 'number' },
      colour: string,
      mode: { enum: ['a', 'b', 'c'] },
      free: { type: 'object' },
      legacy: closed({ one: string, two: string }),
      host: string,
      tag: string,
    },
    { default: { size: 1, legacy: { one: 'x' }, tag: 'v1' } },
  );
  const to = closed(
    {
      size: { type: ['number', 'string'] },
      colour: boolean,
      mode: { enum: ['a', 'b'] },
      free: closed({ only: string }),
      fresh: { type: 'array', items: string },
      host: { type: 'string', pattern: '^[a-z]+$' },
      tag: string,
      token: string,
    },
    { default: { size: 2, fresh: ['a'], tag: 'v2' }, required: ['token', 'tag'] },
  );
  expect(lines(from, to).join('\n')).toMatchInlineSnapshot(`
    "
    removed (1)
      - legacy  with 2 values in it

    another type (3)
      ! colour  string → boolean
      ! free    map → object
      ! mode    "a" | "b" | "c" → "a" | "b"

    must be set now (1)
      ! token

    other constraints (1)
      ! host  pattern nothing → "^[a-z]+$"

    default changed (2)
      = size  1 → 2
      = tag   "v1" → "v2"

    takes more (1)
      + size  number → number | string

    added (2)
      + fresh  list of string, default ["a"]
      + token  string"
  `);
});

test('a key below an open map is neither gone nor new, and the defaults in it are told', () => {
  const from = { type: 'object', properties: { labels: { type: 'object', properties: { a: string } } } };
  const to = { type: 'object', properties: { labels: { type: 'object' } } };
  expect(
    compareValues(
      { ...from, default: { labels: { a: '1', b: '2' } } },
      { ...to, default: { labels: { a: '1', c: '3' } } },
    ).map(changeAsJson),
  ).toEqual([
    { kind: 'retyped', path: 'labels', from: 'object with any keys', to: 'map', isNarrower: false },
    { kind: 'default', path: 'labels.b', from: '2', to: undefined },
    { kind: 'default', path: 'labels.c', from: undefined, to: '3' },
  ]);
});

test('a key that the defaults no longer name is told, though it was empty', () => {
  const schema = closed({ redirectTo: { type: 'object' }, other: string });
  expect(lines({ ...schema, default: { redirectTo: {}, other: '' } }, { ...schema, default: { other: '' } })).toEqual([
    '',
    'default changed (1)',
    '  = redirectTo  {} → no default',
  ]);
});

test('the same at any key of a map is told once', () => {
  const ports = (port: object) =>
    closed({ ports: { type: 'object', properties: { web: port, tls: port }, additionalProperties: port } });
  const from = ports(closed({ port: string }));
  const to = ports(closed({ port: string, redirect: boolean }));
  expect(compareValues(from, to)).toHaveLength(3);
  expect(lines(from, to)).toEqual(['', 'added (1)', '  + ports.*.redirect  boolean']);
});

test('types inside of lists and maps are compared', () => {
  const from = closed({ env: { type: 'array', items: closed({ name: string, value: string }) } });
  const to = closed({ env: { type: 'array', items: closed({ name: string, value: boolean }) } });
  expect(lines(from, to)).toEqual(['', 'another type (1)', '  ! env[].value  string → boolean']);
});

test('null is not a type of its own', () => {
  expect(compareValues(closed({ a: string }), closed({ a: { type: ['null', 'string'] } }))).toEqual([]);
});

test('a type that an import is not sure of is told only where it breaks the default', () => {
  const loose = { type: ['array', 'boolean', 'object', 'string'] };
  const object = { type: ['boolean', 'object'] };
  expect(lines(closed({ a: loose }), closed({ a: object }))).toEqual([]);
  expect(lines(closed({ a: {} }), closed({ a: string }))).toEqual([]);
  expect(lines(closed({ a: loose }, { default: { a: 'x' } }), closed({ a: object }, { default: {} }))).toContain(
    '  ! a  list | boolean | map | string → boolean | map',
  );
});

test('keys of an object that becomes a map are compared with what the map holds', () => {
  const from = closed({ account: closed({ create: boolean, name: string }) });
  const to = closed({ account: { type: 'object', additionalProperties: closed({ name: string }) } });
  expect(lines(from, to)).toEqual([
    '',
    'another type (2)',
    '  ! account.create  boolean → object',
    '  ! account.name    string → object',
    '',
    'takes more (1)',
    '  + account  object → map',
  ]);
});
