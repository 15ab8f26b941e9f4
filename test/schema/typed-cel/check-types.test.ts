import { describe, expect, it } from 'vitest';
import {
  bool,
  dyn,
  int,
  listType,
  mapType,
  objectType,
  printType,
  string,
} from '../../../src/schema/typed-cel/cel-type.js';
import { compileTyped } from '../../../src/schema/typed-cel/compile-expression.js';
import { openSignatures } from '../../../src/schema/typed-cel/signatures.js';

const variables = new Map([
  ['d', dyn],
  ['i', int],
  ['s', string],
  ['b', bool],
  ['l', listType(string)],
  ['m', mapType(string, int)],
  ['o', objectType('o', 'the object', new Map([['a', int]]))],
]);

const compiler = { isPattern: (pattern: string) => !pattern.includes('(?!'), signatures: openSignatures() };

const compile = (source: string) => compileTyped(source, { variables }, compiler);

describe('the type of an expression', () => {
  it.each([
    ['d.a.b', 'dyn'],
    ['d + 1', 'int'],
    ['d == 1', 'bool'],
    ['l + l', 'list(string)'],
    ['l[0]', 'string'],
    ['m.a', 'int'],
    ['m[?"a"]', 'optional(int)'],
    ['o.?a.orValue(1)', 'int'],
    ['[]', 'list(dyn)'],
    ['{}', 'map(dyn, dyn)'],
    ['l.map(x, x.size())', 'list(int)'],
    ['l.transformMap(k, v, v)', 'map(int, string)'],
    ['m.transformMapEntry(k, v, {v: k})', 'map(int, string)'],
    ['b ? [] : [1]', 'list(int)'],
    ['s.split(",").first()', 'optional(string)'],
    ['type(i)', 'type(int)'],
    ['d.sum()', 'dyn'],
    ['optional.none().or(optional.of(1))', 'optional(int)'],
    ['timestamp(s) - timestamp(s)', 'duration'],
    ['"%s %d".format([s, i])', 'string'],
    ['sets.contains(l, ["a"])', 'bool'],
  ])('%s', (source, expected) => {
    const compiled = compile(source);
    expect(compiled?.fault ?? (compiled && printType(compiled.type!))).toBe(expected);
  });

  it.each([
    ['x', 'uses "x", which isn\'t a variable'],
    ['o.b', 'reads the field "b", which the object doesn\'t have'],
    ['i.a', 'reads the field "a" of a value of type int'],
    ["i == 'a'", "has the operation int == string, which CEL doesn't have"],
    ['!i', 'uses a value of type int as a bool'],
    ['i && b', 'uses a value of type int as a bool'],
    ['i ? 1 : 2', 'uses a value of type int as a bool'],
    ['b ? 1 : s', 'chooses between values of the types int and string'],
    ['l["a"]', 'reads a value of type list(string) by a value of type string'],
    ['i.all(x, true)', 'goes through the items of a value of type int'],
    ['s.length()', 'calls "length", which isn\'t a function'],
    ['s.size(1)', 'calls "size" on string with int, which it doesn\'t take'],
    ['optional.of()', 'calls "optional.of" with nothing, which it doesn\'t take'],
    ['[1, s]', 'mixes values of the types int and string in a list or map; dyn() makes them alike'],
    ['[d, s]', 'mixes values of the types dyn and string in a list or map; dyn() makes them alike'],
    ['[?s]', 'has "?" before a value of type string, which isn\'t optional'],
    ['Foo{a: 1}', 'makes an object of type "Foo", which there isn\'t'],
    ['s{a: 1}', 'makes an object of "s", which isn\'t a type of objects'],
    ["s.matches('(?!a)')", 'has the pattern "(?!a)", which RE2 doesn\'t read'],
    ["duration('a')", 'has the duration "a", which Go doesn\'t read'],
    ["timestamp('2024')", 'has the time "2024", which Go doesn\'t read'],
    ['string(null)', 'calls "string" with null_type, which it doesn\'t take'],
    ["int('x')", 'has the number "x", which Go doesn\'t read'],
    ["'%s'.format([])", 'formats 1 values, and gives 0'],
    ["'%d'.format([s])", 'formats a value of type string by "%d", which doesn\'t take it'],
    ["'%q'.format([s])", 'has the format "%q", which CEL doesn\'t have'],
  ])('is wrong: %s', (source, fault) => {
    expect(compile(source)?.fault).toBe(fault);
  });

  it('is not a type where the value is of another one than is wanted', () => {
    expect(compileTyped('d', { variables }, compiler, [bool])?.fault).toBe(
      'gives a value of type dyn, where bool is required',
    );
  });
});
