import { expect, it } from 'vitest';
import { releaseFrom, values } from '../rule-programs.js';

const document = (text: string) => [{ kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml' }, text] as const;
const at = (text: string, more: object = {}) =>
  [{ kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath: 'account', ...more }, text] as const;

const found = ([source, text]: ReturnType<typeof document>, inline: object = {}) =>
  releaseFrom({ valuesFrom: [source], ...(Object.keys(inline).length > 0 && { values: inline }) }, values('more', text))
    .filter(({ code }) => code === 'FX618')
    .map(({ message }) =>
      message.replace(/^the value (".*") that HelmRelease\/web reads from ConfigMap "more" /, '$1 '),
    );

const exponent = 'is printed with an exponent by a template that does not use `int`';

it.each([
  ['accountId: 712345678901', `"accountId" ${exponent}`],
  ['accountId: 012345678901', '"accountId" is written 012345678901, and Helm reads the number 12345678901'],
  ['accountId: 0123456701', '"accountId" is written 0123456701, and Helm reads the number 21913025'],
  ['id: 9007199254740993', '"id" is written 9007199254740993, and Helm reads the number 9007199254740992'],
  ['id: 18446744073709551615', '"id" is written 18446744073709551615, and Helm reads the number 18446744073709552000'],
  ['a: { b: [1, { c: 1000000 }] }', `"a.b[1].c" ${exponent}`],
  ['limit: 1.5e7', `"limit" ${exponent}`],
])('finds what Helm makes of a number of a document: %s', (text, message) => {
  expect(found(document(text))).toEqual([message]);
});

it.each([
  "accountId: '712345678901'",
  'accountId: !!str 712345678901',
  'mode: 0644',
  'mode: 0o644',
  'replicas: 3',
  'version: 1.10',
  'accountId: 712_345_a',
  'a: [',
])('is silent where the number stays as it is, or is none: %s', (text) => expect(found(document(text))).toEqual([]));

it('reads what helm --set makes a number of', () => {
  expect(found(at('712345678901'))).toEqual([`"account" ${exponent}`]);
  expect(found(at('9007199254740993'))).toEqual([
    '"account" is written 9007199254740993, and Helm reads the number 9007199254740992',
  ]);
  expect(found(at('012345678901'))).toEqual([]);
  expect(found(at("'712345678901'"))).toEqual([]);
  expect(found(at('712345678901', { literal: true }))).toEqual([]);
});

it('is silent where an inline value replaces the number', () => {
  expect(found(document('accountId: 712345678901'), { accountId: 'a' })).toEqual([]);
});
