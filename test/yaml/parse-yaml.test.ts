import { expect, test } from 'vitest';
import { parseYaml11 } from '../../src/yaml/parse-yaml.js';

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
  expect(parseYaml11(text)).toEqual(expected);
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
  expect(() => parseYaml11(text)).toThrow(expect.objectContaining({ name: 'YamlError', message }));
});
