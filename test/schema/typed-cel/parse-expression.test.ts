import { describe, expect, it } from 'vitest';
import { type Expression, partsOf, Undecided } from '../../../src/schema/typed-cel/expression.js';
import { parseExpression } from '../../../src/schema/typed-cel/parse-expression.js';

/** `a + b * c` → `_+_(a, _*_(b, c))` */
const print = (part: Expression): string => {
  const inner = (): string => partsOf(part).map(print).join(', ');
  switch (part.kind) {
    case 'literal':
      return typeof part.value === 'string' ? JSON.stringify(part.value) : String(part.value);
    case 'name':
      return part.name;
    case 'select':
      return `${print(part.on)}.${part.field}${part.isTest ? '~' : ''}`;
    case 'call':
      return part.target === undefined
        ? `${part.name}(${inner()})`
        : `${print(part.target)}.${part.name}(${part.args.map(print).join(', ')})`;
    case 'list':
      return `[${inner()}]`;
    case 'map':
      return `{${inner()}}`;
    case 'object':
      return `${part.name}{${inner()}}`;
    case 'loop':
      return `loop ${part.variable}${part.second === undefined ? '' : `, ${part.second}`} (${inner()})`;
  }
};

describe('an expression of CEL', () => {
  it.each([
    ['a + b * c - d', '_-_(_+_(a, _*_(b, c)), d)'],
    ['a < b == c', '_==_(_<_(a, b), c)'],
    ['a && b && c || d', '_||_(_&&_(_&&_(a, b), c), d)'],
    ['a ? b : c ? d : e', '_?_:_(a, b, _?_:_(c, d, e))'],
    ['!!a', 'a'],
    ['-1 - -x', '_-_(-1, -_(x))'],
    ['--1', '1'],
    ['a.b[c].d(e)', '_[_](a.b, c).d(e)'],
    ['a.?b[?0]', '_[?_](_?._(a, "b"), 0)'],
    ['has(a.b.c)', 'a.b.c~'],
    ['a in [1, 2,]', '@in(a, [1, 2])'],
    ["{'a': 1, ?b: 2}", '{"a", 1, b, 2}'],
    ['Object.spec{a: 1, ?b: c}', 'Object.spec{1, c}'],
    ['.5 + 0x1F + 1e3 + 2u', '_+_(_+_(_+_(0.5, 31), 1000), 2)'],
    [String.raw`'\x41\u00e9\101\n' + r'\n'`, String.raw`_+_("AéA\n", "\\n")`],
    ['"""a"b""" // end', '"a\\"b"'],
    ['a // one\n&& b', '_&&_(a, b)'],
    ['.a.namespace', '.a.namespace'],
    ['a.all(x, x > 1)', 'loop x (a, true, @not_strictly_false(@result), _&&_(@result, _>_(x, 1)), @result)'],
    ['a.map(i, x, i)', 'loop i (a, [], true, _?_:_(x, _+_(@result, [i]), @result), @result)'],
    ['a.exists(k, v, v)', 'loop k, v (a, false, @not_strictly_false(!_(@result)), _||_(@result, v), @result)'],
  ])('%s', (source, expected) => {
    expect(print(parseExpression(source))).toBe(expected);
  });

  it.each([
    ['a ===b', 'has "=" where CEL has no such character'],
    ['a b', 'has "b" where CEL expects something else'],
    ['(a', 'ends where CEL expects more'],
    ['a.in', 'has "in" where CEL expects something else'],
    ['namespace == 1', 'uses "namespace" as a name, which CEL reserves'],
    ["'a", 'has "\'" where CEL has no such character'],
    ["'\\q'", 'has "\'" where CEL has no such character'],
    ['9223372036854775808', 'has the number 9223372036854775808, which is too large for a whole number'],
    ['has(a)', 'asks has() of something else than a field'],
    ['a.all(b.c, true)', 'needs a name as the variable of "all"'],
    ['a.all(x, x, true)', 'has the variable "x" twice in "all"'],
    ['[1, 2', 'ends where CEL expects more'],
    ['f(a,)', 'has ")" where CEL expects something else'],
    ['a.`b`', 'has "`" where CEL has no such character'],
  ])('is refused: %s', (source, message) => {
    expect(() => parseExpression(source)).toThrow(message);
  });

  it('is not judged where it is nested deeply, and takes no stack', () => {
    expect(() => parseExpression(`${'('.repeat(50_000)}a`)).toThrow(Undecided);
    expect(() => parseExpression(`a${'.b'.repeat(40_000)}`)).toThrow(Undecided);
    expect(() => parseExpression(`${'!'.repeat(90_000)}a`)).not.toThrow();
    expect(() => parseExpression(Array(20_000).fill('a').join('&&'))).not.toThrow();
    expect(() => parseExpression('a'.repeat(100_001))).toThrow('is longer than 100000 characters');
  });
});
