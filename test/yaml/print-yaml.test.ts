import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { printYaml, unprintable } from '../../src/yaml/print-yaml.js';

test('a manifest looks as one writes it by hand', () => {
  const manifest = {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'a', annotations: { 'example.org/enabled': 'true' }, labels: {} },
    spec: {
      args: ['--region=${TF_AWS_REGION}', '-v', '{{ .x }}'],
      account: '012345678901',
      json: '{"a":1}',
      empty: [],
      nothing: null,
      left: undefined,
      containers: [
        { name: 'main', ports: [{ containerPort: 8080 }], script: '#!/bin/sh\nset -e\n\necho done\n' },
        { name: 'other', text: 'no\nend' },
      ],
      nested: [['a', ['b']], [[]], [{}], {}],
    },
  };
  expect(printYaml(manifest)).toBe(`apiVersion: v1
kind: Thing
metadata:
  name: a
  annotations:
    example.org/enabled: "true"
  labels: {}
spec:
  args:
    - --region=\${TF_AWS_REGION}
    - -v
    - "{{ .x }}"
  account: "012345678901"
  json: '{"a":1}'
  empty: []
  nothing: null
  containers:
    - name: main
      ports:
        - containerPort: 8080
      script: |
        #!/bin/sh
        set -e

        echo done
    - name: other
      text: |-
        no
        end
  nested:
    - - a
      - - b
    - - []
    - - {}
    - {}
`);
});

test('scalars, and what is empty, at the root', () => {
  const roots: [unknown, string][] = [
    ['a', 'a\n'],
    ['a\nb\n', '"a\\nb\\n"\n'],
    [1, '1\n'],
    [null, 'null\n'],
    [{}, '{}\n'],
    [[], '[]\n'],
    [{ a: undefined }, '{}\n'],
    [{ a: { b: undefined } }, 'a: {}\n'],
  ];
  for (const [value, text] of roots) expect(printYaml(value)).toBe(text);
});

test('numbers have a form that is a number in YAML 1.1 and 1.2', () => {
  const numbers: [number, string][] = [
    [0, '0'],
    [-0, '0'],
    [-1.5, '-1.5'],
    [1e21, '1.0e+21'],
    [1.5e-7, '1.5e-7'],
    [5e-324, '5.0e-324'],
    [123456789012, '123456789012'],
  ];
  for (const [value, text] of numbers) expect(printYaml([value])).toBe(`- ${text}\n`);
});

test('strings are quoted only where some reader needs it', () => {
  const plain = [
    'a',
    'a b',
    'v1.2.3',
    '1.14.1',
    '10.0.0.0/8',
    '5m',
    '128Mi',
    '50%',
    'https://a.b/c?d=e#f',
    'a:b',
    'arn:aws:iam::012345678901:role/x',
  ];
  plain.push(
    '${A}-${B}',
    '$(POD_IP)',
    '*'.padStart(2, 'a'),
    './x',
    'é',
    '日本語',
    '🚀',
    'maybe',
    'nope',
    'yesterday',
    'e',
    '--',
    '-',
  );
  for (const text of plain.slice(0, -2)) expect(printYaml([text])).toBe(`- ${text}\n`);
  for (const text of plain.slice(-2)) expect(printYaml([text])).toBe(`- "${text}"\n`);
});

test('what cannot be seen is escaped', () => {
  expect(printYaml(['a\u00a0b', '\u202e', '\u{e0041}', 'a\r\nb', '\0'])).toBe(
    '- "a\\u00a0b"\n- "\\u202e"\n- "\\U000e0041"\n- "a\\r\\nb"\n- "\\u0000"\n',
  );
});

test('blanks at the edge of a text are shown, since an editor would take them from a block', () => {
  expect(printYaml(['a\n ', ' \na', '\n', ' a\nb'])).toBe('- "a\\n "\n- " \\na"\n- "\\n"\n- |2-\n   a\n  b\n');
});

test('a key is no place for a block, and a long one says that it is a key', () => {
  expect(printYaml({ 'a\nb': 'c\nd' })).toBe('"a\\nb": |-\n  c\n  d\n');
  const long = 'k'.repeat(1025);
  expect(printYaml([{ [long]: { a: [1] } }])).toBe(`- ? ${long}\n  :\n    a:\n      - 1\n`);
});

test('keys keep their order, and names of Object.prototype are names like any other', () => {
  const value = JSON.parse('{"z": 1, "a": 2, "__proto__": {"constructor": 3}, "toString": 4}') as unknown;
  expect(printYaml(value)).toBe('z: 1\na: 2\n__proto__:\n  constructor: 3\ntoString: 4\n');
});

test('data of another realm, or without a prototype, is data', () => {
  expect(printYaml(runInNewContext('({ a: [{ b: 1 }] })'))).toBe('a:\n  - b: 1\n');
  expect(printYaml(Object.assign(Object.create(null) as object, { a: 1 }))).toBe('a: 1\n');
});

class Thing {}
const cycle: Record<string, unknown> = { name: 'a' };
cycle['list'] = [cycle];
const deep = JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`) as unknown;

const misfits: [string, unknown, string][] = [
  ['NaN', { spec: { replicas: Number.NaN } }, 'spec.replicas: NaN is not a JSON number'],
  ['Infinity', [Number.NEGATIVE_INFINITY], '[0]: -Infinity is not a JSON number'],
  ['a bigint', { a: [{ 'b.c/d': 1n }] }, 'a[0]["b.c/d"]: a value of type bigint is not JSON data'],
  ['a function', { a: () => 1 }, 'a: a value of type function is not JSON data'],
  ['a symbol', { a: Symbol('x') }, 'a: a value of type symbol is not JSON data'],
  ['undefined in a list', { a: [1, undefined] }, 'a[1]: a value of type undefined is not JSON data'],
  ['a hole in a list', { a: new Array(1) }, 'a[0]: a value of type undefined is not JSON data'],
  ['undefined', undefined, 'a value of type undefined is not JSON data'],
  ['a Date', { a: new Date(0) }, 'a: an instance of Date is not JSON data'],
  ['a Map', { a: new Map() }, 'a: an instance of Map is not JSON data'],
  ['an instance of a class', { a: [new Thing()] }, 'a[0]: an instance of Thing is not JSON data'],
  ['a value that holds itself', cycle, 'list[0]: the value holds itself'],
];

for (const [what, value, message] of misfits) {
  test(`${what} is refused with its path`, () => {
    expect(() => printYaml(value)).toThrow(new TypeError(message));
    expect(unprintable(value).map(({ path, why }) => (path === '' ? why : `${path}: ${why}`))).toEqual([message]);
  });
}

test('a value too deep for any manifest is refused, not a stack overflow', () => {
  expect(() => printYaml(deep)).toThrow(/^(\[0\]){501}: the value is more than 500 levels deep$/);
});

test('the same object in two places is not a cycle', () => {
  const shared = { a: 1 };
  expect(printYaml([shared, shared])).toBe('- a: 1\n- a: 1\n');
});

test('all that would not arrive is found at once, with its place, and without the text', () => {
  const faults = unprintable({
    '<<': { a: 1 },
    ok: 'é🚀\u2028\0',
    data: { 'x.txt': 'secret\x7f', y: ['\ud83d', { z: Number.NaN }] },
    'k\x85': '\ta\nb',
    ['k'.repeat(1100)]: '\ufffe',
  });
  expect(faults.slice(0, 6).map(({ path, why }) => ({ path, why }))).toEqual([
    { path: '["<<"]', why: 'the key "<<" is the merge key of YAML, and kustomize drops it' },
    { path: 'data["x.txt"]', why: 'the text holds U+007F, which kustomize loses' },
    { path: 'data.y[0]', why: 'the text holds U+D83D, half a character, which no file can hold' },
    { path: 'data.y[1].z', why: 'NaN is not a JSON number' },
    { path: '["k\x85"]', why: 'the key holds U+0085, which kustomize loses' },
    { path: '["k\x85"]', why: 'the text of several lines begins with a tab, which kustomize cannot read back' },
  ]);
  expect(faults.slice(6).map(({ why }) => why)).toEqual([
    'the key is longer than the 1000 characters that kustomize reads',
    'the text holds U+FFFE, which kustomize loses',
  ]);
});

const isHeard = (value: unknown): boolean => {
  let heard = false;
  printYaml(value, () => {
    heard = true;
  });
  return heard;
};

test('whatever would not arrive is heard of while it is printed, wherever it stands and each time', () => {
  const pieces = [
    'a',
    ' ',
    '\t',
    '\n',
    '"',
    '<<',
    '\\',
    'é',
    '\x85',
    '\ufffe',
    '\ud83d',
    '🚀',
    'x'.repeat(170),
    '<'.repeat(170),
  ];
  const texts = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => a + b + c)));
  let some = 0;
  for (const text of [...pieces, ...texts]) {
    for (const value of [text, { [text]: 1 }, { a: text, b: 1 }, [{ b: [text] }]]) {
      if (unprintable(value).length === 0) continue;
      some++;
      expect([JSON.stringify(value), isHeard(value), isHeard(value)]).toEqual([JSON.stringify(value), true, true]);
    }
  }
  expect(some).toBeGreaterThan(1000);
  for (const value of [{ a: 'no: thing', 'b c': '<< a', "d'": '\ta', e: 'two\nlines\n' }])
    expect(isHeard(value)).toBe(false);
});
