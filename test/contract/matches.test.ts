import { expect, it } from 'vitest';
import { expectedWords, type JsonSchema, matches, mismatches } from '../../src/contract/index.js';
import { printPath } from '../../src/json/json-path.js';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    host: { type: 'string', allOf: [{ pattern: '^[a-z.]+$' }, { pattern: '^web' }] },
    size: { type: 'number' },
    mode: { type: 'string', enum: ['on', 'off'] },
    list: { type: 'array', items: { type: 'object', properties: { 'a.b': { type: 'boolean' } }, required: ['a.b'] } },
  },
  required: ['host', 'mode'],
};

const told = (value: unknown): readonly string[] =>
  mismatches(schema, value).map((one) => `${printPath(one.path)} ${one.kind}: ${expectedWords(one)}`);

it('names every mismatch, in the order of keys, with what is expected', () => {
  expect(told({ host: 'WEB', size: 2 ** 53, mode: 1, list: [{}, { 'a.b': 1 }, 2], more: 1 })).toEqual([
    'host pattern: text that matches ^[a-z.]+$',
    'host pattern: text that matches ^web',
    'list[0]["a.b"] required: a boolean',
    'list[1]["a.b"] type: a boolean',
    'list[2] type: an object',
    'mode type: one of "on", "off"',
    'more unknown-key: one of host, size, mode, list',
    'size inexact-number: a number between -9007199254740991 and 9007199254740991',
  ]);
  expect(told({})).toEqual(['host required: a string', 'mode required: one of "on", "off"']);
  expect(told(null)).toEqual([' type: an object']);
});

it('lets a number that loses digits pass where only the type counts', () => {
  expect(matches({ type: 'number' }, 2 ** 53)).toBe(true);
  expect(matches({ type: 'number' }, '1')).toBe(false);
});

it.each(['^([a-z0-9]+-?)+$', '^a*a*a*a*b$', `^${'a?'.repeat(40)}${'a'.repeat(40)}b$`, `^${'(a|a)'.repeat(40)}b$`])(
  'ends on a text that takes a backtracking engine for ever: %s',
  (pattern) => {
    const text = 'a'.repeat(39);
    for (const one of [`${text}!`, `${text.repeat(500)}!`])
      expect(matches({ type: 'string', pattern }, one)).toBe(false);
  },
);

it('shows the only key also where it is empty', () => {
  const [mismatch] = mismatches(
    { type: 'object', properties: { '': { type: 'string' } }, additionalProperties: false },
    { a: 1 },
  );
  expect(expectedWords(mismatch!)).toBe('one of ""');
});

it('reads a pattern as Terraform does', () => {
  expect(matches({ type: 'string', pattern: '^a.b$' }, 'a\u2028b')).toBe(true);
  expect(matches({ type: 'string', pattern: '^(?i)abc$' }, 'ABC')).toBe(true);
});
