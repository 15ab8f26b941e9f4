import { describe, expect, it } from 'vitest';
import {
  attribute,
  binary,
  blank,
  block,
  call,
  comment,
  forEach,
  literal,
  member,
  name,
  not,
  object,
  plain,
  string,
  template,
} from '../../../src/terraform/hcl/node.js';
import { printExpression, printHcl } from '../../../src/terraform/hcl/print.js';

describe('printExpression', () => {
  it.each([
    ['${a}', '"$${a}"'],
    ['$${a}', '"\\u0024$${a}"'],
    ['%{if}', '"%%{if}"'],
    ['$5 %d', '"$5 %d"'],
    ['a "b" \\n\n\t\u0000', '"a \\"b\\" \\\\n\\n\\t\\u0000"'],
    ['\ud800', '"\ufffd"'],
  ])('prints the text %j so that it stands for itself', (text, printed) => {
    expect(printExpression(string(text))).toBe(printed);
  });

  it('interpolates in templates alone', () => {
    expect(printExpression(template('${', name('k'), '}'))).toBe('"$${${k}}"');
  });

  it('puts parentheses where an operator would bind otherwise, and nowhere else', () => {
    const [a, b, c] = [name('a'), name('b'), name('c')];
    expect(printExpression(binary('&&', binary('||', a, b), not(binary('==', b, c))))).toBe('(a || b) && !(b == c)');
    expect(printExpression(binary('&&', a, binary('&&', b, c)))).toBe('a && b && c');
    expect(printExpression(binary('==', binary('==', a, b), c))).toBe('a == b == c');
    expect(printExpression(member(binary('+', a, b), 'x'))).toBe('(a + b).x');
  });

  it('writes keys without quotes where it can', () => {
    expect(printExpression(member(name('var'), 'values', 'alb-controller', literal(0), 'x y'))).toBe(
      'var.values["alb-controller"][0]["x y"]',
    );
    expect(printExpression(plain({ a: 1, 'a-b': null, for: true }, 'line'))).toBe(
      '{ a = 1, "a-b" = null, "for" = true }',
    );
  });

  it('prints for expressions of lists and objects', () => {
    const parts = {
      names: ['k', 'v'],
      in: name('all'),
      value: name('v'),
      if: binary('!=', name('v'), literal(null)),
    } as const;
    expect(printExpression(forEach(parts))).toBe('[for k, v in all : v if v != null]');
    expect(printExpression(forEach({ ...parts, key: name('k') }))).toBe('{ for k, v in all : k => v if v != null }');
  });
});

describe('printHcl', () => {
  it('aligns what follows each other, and begins again behind a value of several lines', () => {
    expect(
      printHcl([
        comment('one\ntwo'),
        block(
          'variable',
          ['a"b'],
          [
            attribute('x', literal(1)),
            attribute('longer', object({ key: string('v'), k: call('f', name('x')) })),
            attribute('y', plain([1, 'a'])),
            attribute('zz', plain({})),
            blank,
            block('empty', [], []),
          ],
        ),
      ]),
    ).toBe(
      [
        '# one',
        '# two',
        'variable "a\\"b" {',
        '  x = 1',
        '  longer = {',
        '    key = "v"',
        '    k   = f(x)',
        '  }',
        '  y  = [1, "a"]',
        '  zz = {}',
        '',
        '  empty {}',
        '}',
        '',
      ].join('\n'),
    );
  });
});
