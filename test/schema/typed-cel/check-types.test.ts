import { describe, expect, it } from 'vitest';
import { printType } from '../../../src/schema/typed-cel/cel-type.js';
import { type Compiler, compileTyped } from '../../../src/schema/typed-cel/compile-expression.js';
import { openTypedLibrary } from '../../../src/schema/typed-cel/typed-library.js';

const variables = new Map([
  ['d', 'dyn'],
  ['i', 'int'],
  ['s', 'string'],
  ['b', 'bool'],
  ['l', 'list<string>'],
  ['m', 'map<string, int>'],
  ['o', 'Object1'],
]);
const environment = {
  variables,
  objects: [{ name: 'Object1', words: 'the object', fields: { a: 'int' } }],
};

const compiler: Compiler = { isPattern: (pattern: string) => !pattern.includes('(?!'), library: openTypedLibrary() };

const compile = (source: string, wanted?: readonly string[], kubernetes?: string) =>
  compileTyped(source, environment, { ...compiler, kubernetes }, wanted);

describe('the type of an expression', () => {
  it.each([
    ['d.a.b', 'dyn'],
    ['d + 1', 'int'],
    ['d == 1', 'bool'],
    ['b == (i < 1)', 'bool'],
    ['timestamp(s) + null', 'timestamp'],
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
    ['type(i)', 'type'],
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
    ['Foo{a: 1}', 'makes an object of type "Foo", which there isn\'t'],
    ['s{a: 1}', 'makes an object of type "s", which there isn\'t'],
    ["s.matches('(?!a)')", 'has the pattern "(?!a)", which RE2 doesn\'t read'],
    ["duration('a')", 'has the duration "a", which Go doesn\'t read'],
    ["timestamp('2024')", 'has the time "2024", which Go doesn\'t read'],
    ['string(null)', 'calls "string" with null_type, which it doesn\'t take'],
    ["int('x')", 'has the number "x", which Go doesn\'t read'],
    ["'%s'.format([])", 'formats 1 values, and gives 0'],
    ["'%d'.format([s])", 'formats a value of type string by "%d", which doesn\'t take it'],
    ['has(o.b)', 'reads the field "b", which the object doesn\'t have'],
    ['has(o)', 'asks has() of something else than a field'],
    ['o["a"]', 'reads a value of type Object1 by a value of type string'],
    ['timestamp(s).seconds', 'reads the field "seconds" of a value of type timestamp'],
    ['sets.contains', 'reads the field "contains" of a value of type SetsNamespace'],
    ['cel.bind(x, 1, x > 0)', 'calls "bind", which isn\'t a function'],
    ['d.sort() == x', 'uses "x", which isn\'t a variable'],
    ['l.any(x, x == s)', 'calls "any", which isn\'t a function'],
    ['l.all(x, y, y)', 'uses a value of type string as a bool'],
    ['l.all(x, x, true)', 'has the variable "x" twice in "all"'],
    ['i === 1', "isn't valid CEL: Unexpected character: ="],
    ['(i > 1', 'isn\'t valid CEL: Expected ")", got the end'],
    ["'%q'.format([s])", 'has the format "%q", which CEL doesn\'t have'],
  ])('is wrong: %s', (source, fault) => {
    expect(compile(source)?.fault).toBe(fault);
  });

  it('is not a type where the value is of another one than is wanted', () => {
    expect(compile('d', ['bool'])?.fault).toBe('gives a value of type dyn, where bool is required');
  });

  it('calls no function that the release of Kubernetes lacks', () => {
    expect(compile('l.sort() == l', ['bool'], '1.34')?.fault).toBe(
      'calls "sort", which Kubernetes 1.35 has and 1.34 doesn\'t',
    );
    expect(compile('l.sort() == l', ['bool'], '1.35')?.fault).toBeUndefined();
  });

  it.each([
    'google.protobuf.Timestamp{seconds: s}',
    '[?s]',
    'd > .5',
    'i == i < b',
    'd.orValue(true)',
    "d.sort().all(x, x.name == '')",
    'd.first().value().a == i',
    'd.max().a == s',
    'd.a[?0][0] == s',
    `${'('.repeat(5000)}i${')'.repeat(5000)}`,
    `${'!'.repeat(90_000)}i`,
    `d${'.b'.repeat(40_000)}`,
    Array(20_000).fill('b').join('&&'),
  ])('is not judged where the library does not read it: %.40s', (source) => {
    expect(compile(source)).toBeUndefined();
  });

  it('has at most 100,000 characters', () => {
    expect(compile(`'${'a'.repeat(100_000)}'`)?.fault).toBe('is longer than 100000 characters');
  });

  it('is known where an object is made in it', () => {
    const makeable = (name: string) => (name.startsWith('Object') ? ('any' as const) : undefined);
    const made = compileTyped("Object{a: [1, 'b'].size(), ?b: o.?a}", { ...environment, makeable }, compiler);
    expect(made?.fault).toBe('mixes values of the types int and string in a list or map; dyn() makes them alike');
    const right = compileTyped("Object{a: Object.a{b: '}'}, ?b: o.?a}", { ...environment, makeable }, compiler);
    expect(right?.type?.name).toBe('Object');
  });
});
