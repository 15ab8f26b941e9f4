import { describe, expect, test } from 'vitest';
import { parseYaml, parseYamlDocuments, parseYamlNodes } from '../../src/yaml/parse-yaml.js';

test.each([
  ['a: 0123\nb: 0b101\nc: 1_000\nd: 0b-11\ne: 08', { a: 83, b: 5, c: 1000, d: -3, e: 8 }],
  ['a: 9007199254740993\nb: 123456789012345678901234567890', { a: 9007199254740992, b: 1.2345678901234568e29 }],
  [
    'a: 12:30\nb: 2024-01-01\nc: !!str 5\nd: !!float 5\ne: !mine 5',
    { a: '12:30', b: '2024-01-01', c: '5', d: 5, e: '5' },
  ],
  ['1: a\n1.5: b\n1000000.0: c\nyes: d', { '1': 'a', '1.5': 'b', '1e+06': 'c', true: 'd' }],
  ['a: 1\na: 2', { a: 2 }],
  ['x: &x {a: 1, b: 1}\nz:\n  a: 2\n  <<: *x\n  b: 3', { x: { a: 1, b: 1 }, z: { a: 1, b: 3 } }],
  ['- a: b\n  c:\n  - d\n- >-\n  e\n  f', [{ a: 'b', c: ['d'] }, 'e f']],
  ['[]: x', []],
  ['a\n--- b', 'a'],
  ['', null],
])('reads %j as Go does', (text, expected) => {
  expect(parseYaml(text)).toEqual(expected);
});

test.each([
  ['a: b: c', 'yaml: mapping values are not allowed in this context'],
  ['a: 1\nb: *x', "yaml: unknown anchor 'x' referenced"],
  ['a: 1\nb: @x', 'yaml: line 2: found character that cannot start any token'],
  ['a:\n  b: 1\n c: 1', 'yaml: line 2: did not find expected key'],
  ['a: &a [*a]', "yaml: anchor 'a' value contains itself"],
  ['~: 1', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: 1'],
  ['{a: [1]}: 1', 'yaml: invalid map key: map[interface {}]interface {}{"a":[]interface {}{1}}'],
  ['a: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: .nan', 'json: unsupported value: NaN'],
])('refuses %j in the words of Go', (text, message) => {
  expect(() => parseYaml(text)).toThrow(expect.objectContaining({ name: 'YamlError', message }));
});

test.each([
  ['a: b: c', 1, 5],
  ['a:\n  b: 1\n c: 1', 3, 2],
  ['a: 1\r\nb: [1\r\n', 3, 1],
  ['a: 1\nb: *x', 2, 4],
  ['a: 1\nb: &b\n  c: *b', 3, 6],
  ['a: 1\nb: !!int x', 2, 4],
  ['a: 1\n? [b]\n: 2', 2, 3],
  ['a: 1\nb: {<<: 1}', 2, 9],
])('says where the fault of %j is', (text, line, column) => {
  expect(() => parseYaml(text)).toThrow(expect.objectContaining({ line, column }));
});

describe('all documents', () => {
  test.each([
    ['', []],
    ['# nothing\n', []],
    ['---\n', [null]],
    ['---\n# nothing\n---\na: yes\n', [null, { a: 'yes' }]],
    ['\ufeff# mark\na: 1\n---\nb: 0o17\n', [{ a: 1 }, { b: 15 }]],
    ['a: 1\r\n---\r\nb: 2\r\n---\r\n', [{ a: 1 }, { b: 2 }, null]],
    ['--- # first\na: 1\n...\n# between\n---\nb: "---"\n...\n', [{ a: 1 }, { b: '---' }]],
    ['a: |\n  x\n  --- y\n--- {b: 2}\n', [{ a: 'x\n--- y\n' }, { b: 2 }]],
    ['%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n', [{ a: '1' }]],
    ['a: &x 1\n---\na: &x 2\nb: *x\n', [{ a: 1 }, { a: 2, b: 2 }]],
  ])('of %j are read', (text, expected) => {
    expect(parseYamlDocuments(text)).toEqual(expected);
  });

  test.each([
    ['a: 1\n---\nb: *x\n', "unknown anchor 'x' referenced (line 3)"],
    ['a: &x 1\n---\nb: *x\n', "unknown anchor 'x' referenced (line 3)"],
    ['a: 1\n...\nb: 2\n', 'did not find expected <document start> (line 3)'],
    ['%TAG !e! tag:yaml.org,2002:\n---\na: 1\n---\nb: !e!str 1\n', 'found undefined tag handle (line 5)'],
    ['a: 1\n---\nb:\n  c: 1\n  "c": 2\n', 'Map keys must be unique: "c" is in line 4 too (line 5)'],
  ])('of %j are refused', (text, reason) => {
    expect(() => parseYamlDocuments(text)).toThrow(expect.objectContaining({ name: 'YamlError', reason }));
  });

  test('have the keys that kustomize or Helm would see', () => {
    const merge = 'x: &x {a: 1, b: 1}\nz: {a: 2, <<: *x}\n';
    expect(parseYamlDocuments(merge)).toEqual([{ x: { a: 1, b: 1 }, z: { a: 2, b: 1 } }]);
    expect(parseYamlDocuments(merge, 'sigs-yaml')).toEqual([{ x: { a: 1, b: 1 }, z: { a: 1, b: 1 } }]);
    const booleans = 'y: y\non: on\ntrue: "no"\n';
    expect(parseYamlDocuments(booleans)).toEqual([{ y: 'y', on: 'on', true: 'no' }]);
    expect(parseYamlDocuments(booleans, 'sigs-yaml')).toEqual([{ true: 'no' }]);
    expect(parseYamlDocuments('a: 1\na: 2\n', 'sigs-yaml')).toEqual([{ a: 2 }]);
  });

  test('tell their lines', () => {
    const [first, second] = parseYamlNodes('# a\na: 1\n---\n\nb:\n- c\n-\n  - d: e\n');
    const at = (line: number) => expect.objectContaining({ line }) as unknown;
    expect(first).toMatchObject({ start: at(1), children: [{ value: 'a', start: at(1) }, { start: at(1) }] });
    const inner = { start: at(7), children: [{ start: expect.objectContaining({ line: 7, column: 4 }) as unknown }] };
    const list = { kind: 'sequence', start: at(5), children: [{ start: at(5) }, inner] };
    expect(second).toMatchObject({ start: at(4), children: [{ value: 'b', start: at(4) }, list] });
  });
});
