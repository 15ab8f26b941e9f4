import { expect, test } from 'vitest';
import { emitYaml } from '../../src/yaml/emit-yaml.js';

test.each([
  [
    'keys by natural order',
    { a10: 1, a2: 1, B: 1, _: 1, '10': 1, '9': 1, a: 1 },
    '_: 1\n"9": 1\n"10": 1\nB: 1\na: 1\na2: 1\na10: 1\n',
  ],
  [
    'lists at the column of their key',
    { k: ['a', ['b', ['c']], { d: 1, e: [] }] },
    'k:\n- a\n- - b\n  - - c\n- d: 1\n  e: []\n',
  ],
  [
    'keys of several lines, and long ones, as complex keys',
    { 'a\nb': { c: 1 }, ['x'.repeat(129)]: [1] },
    `? |-\n  a\n  b\n: c: 1\n? ${'x'.repeat(129)}\n: - 1\n`,
  ],
  [
    'numbers as Go does',
    [1e6, 1234567.5, 1e-7, 1e20, -0, 2 ** 63, -(2 ** 63), Number('12345678901234567890'), 12345678901234567n],
    '- 1000000\n- 1.2345675e+06\n- 1e-07\n- 1e+20\n- 0\n- 9223372036854776000\n- -9.223372036854776e+18\n- 12345678901234567000\n- 12345678901234567\n',
  ],
  [
    'strings that look like something else in quotes',
    ['yes', '0123', '', '12:30', '2024-01-01', '<<', 'a: b', ' x', '- a', "it's"],
    '- "yes"\n- "0123"\n- ""\n- "12:30"\n- "2024-01-01"\n- <<\n- \'a: b\'\n- \' x\'\n- \'- a\'\n- it\'s\n',
  ],
  [
    'what it takes for unprintable escaped',
    ['tab\t', 'é😀', '\ufeffa'],
    '- "tab\\t"\n- "é\\U0001F600"\n- "\\uFEFF\\x61"\n',
  ],
  [
    'a literal block unless a line ends in a space',
    { a: 'x\n y\n\n', b: 'x \ny' },
    'a: |+\n  x\n   y\n\nb: "x \\ny"\n',
  ],
  ['properties that are undefined left out', { a: undefined, b: [undefined] }, 'b:\n- null\n'],
])('writes %s', (_name, value, expected) => {
  expect(emitYaml(value)).toBe(expected);
});

test('folds after column 80, even within an expression', () => {
  const word = 'w'.repeat(74);
  expect(emitYaml({ k: `${word} \${v:=a b} c` })).toBe(`k: ${word} \${v:=a\n  b} c\n`);
});

test.each([
  ['\x7f', 'yaml: control characters are not allowed'],
  ['\uffff', 'yaml: control characters are not allowed'],
])('refuses %j as JSONToYAML does', (text, message) => {
  expect(() => emitYaml({ k: text })).toThrow(expect.objectContaining({ name: 'YamlError', message }));
});

test('the order is the same however the keys come, even where the rule for it runs in a circle', () => {
  const keys = ['1e3', '012', '0o7'];
  const orders = [keys, keys.toReversed(), ['012', '1e3', '0o7'], ['0o7', '1e3', '012']];
  const texts = orders.map((order) => emitYaml(Object.fromEntries(order.map((key) => [key, 1]))));
  expect(new Set(texts).size).toBe(1);
});

test('a NEL is folded, as it is on the way from JSON', () => {
  expect(emitYaml({ k: 'a \x85 b' })).toBe('k: a b\n');
});

test('a key of more than 1024 characters is none', () => {
  expect(emitYaml({ ['k'.repeat(1022)]: 1 })).toBe(`? ${'k'.repeat(1022)}\n: 1\n`);
  expect(() => emitYaml({ ['k'.repeat(1023)]: 1 })).toThrow("yaml: did not find expected ',' or '}'");
});
