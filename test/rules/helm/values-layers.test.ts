import { ApiObject } from 'cdk8s';
import { expect, test } from 'vitest';
import { both, one, release, values } from '../rule-programs.js';

const codesOf = (kind: string, valuesKey: string) => {
  const external = [{ kind, namespace: 'default', name: 'given' }];
  const { charts, build } = release({}, { valuesFrom: [{ kind, name: 'given', valuesKey, targetPath: 'ca' }] });
  return one({ charts, build }, { external }).map(({ code }) => code);
};

test('a certificate from a TLS Secret has nothing that helm --set reads', () => {
  expect(codesOf('Secret', 'ca.crt')).toEqual([]);
  expect(codesOf('Secret', 'password')).toEqual(['FX619']);
  expect(codesOf('ConfigMap', 'ca.crt')).toEqual(['FX619']);
});

/** What is said of one targetPath, with the text that is read. */
const said = (targetPath: string, text: string | undefined, inline: object = {}, more: object = {}) => {
  const { charts, build } = release(inline, {
    valuesFrom: [{ kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath, ...more }],
  });
  const external = text === undefined ? [{ kind: 'ConfigMap', namespace: 'default', name: 'more' }] : [];
  return one({ charts, build: text === undefined ? build : both(build, values('more', text)) }, { external })
    .filter(({ code }) => code === 'FX619')
    .map(({ severity, notes }) => [
      severity,
      ...notes.filter((note) => note.startsWith('Flux')).map((note) => note.replace(/^.*'values\.yaml': /, '')),
    ]);
};

test.each([
  ['x', 'a,b', {}, 'key "b" has no value'],
  ['x', 'a,', {}, undefined],
  ['x', '{a,b', {}, "list must terminate with '}'"],
  [
    'a.b',
    'c',
    { a: 5 },
    'unable to parse key: interface conversion: interface {} is float64, not map[string]interface {}',
  ],
  [
    'a.b',
    undefined,
    { a: 'text' },
    'unable to parse key: interface conversion: interface {} is string, not map[string]interface {}',
  ],
  [
    'a[0]',
    undefined,
    { a: { b: 1 } },
    'unable to parse key: interface conversion: interface {} is map[string]interface {}, not []interface {}',
  ],
  ['a[x]', undefined, {}, 'error parsing index: strconv.Atoi: parsing "x": invalid syntax'],
])('what is certain to fail is an error: %s from %j over %j', (path, text, inline, words) => {
  const found = said(path, text, inline);
  expect(found[0]?.[0]).toBe(words === undefined ? 'notice' : 'error');
  if (words !== undefined) expect(found).toEqual([['error', words]]);
});

test('a text that is taken as it is written fails nowhere', () => {
  expect(said('x', 'a,b', {}, { literal: true })).toEqual([]);
  expect(said('x', 'a,b=c')).toEqual([['notice']]);
  expect(said('x', 'a\\,b')).toEqual([['notice']]);
  expect(said('a.b', undefined, { a: 5 }, { literal: true })).toHaveLength(1);
  // The tree has it, and nothing in it is syntax.
  expect(said('x', 'db.example.org:5432/app')).toEqual([]);
  expect(said('x', '')).toEqual([]);
  expect(said('x', '${HOST}')).toEqual([['notice']]);
  expect(said('x', '[a]')).toEqual([['notice']]);
});

test('a Secret is not quoted', () => {
  const { charts, build } = release(
    {},
    {
      valuesFrom: [{ kind: 'Secret', name: 'login', valuesKey: 'a', targetPath: 'x' }],
    },
  );
  const found = one({
    charts,
    build: both(build, (scope) => {
      new ApiObject(scope, 'login', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'login' },
        stringData: { a: 'hunter2,hunter3' },
      } as never);
    }),
  }).filter(({ code }) => code === 'FX619');
  expect(found.map(({ severity }) => severity)).toEqual(['error']);
  expect(JSON.stringify(found)).not.toContain('hunter');
});
