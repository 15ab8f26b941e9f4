import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../src/substitution/parse-template.js';
import { variablesOf } from '../../src/substitution/variables-of.js';

describe('parseTemplate', () => {
  test('gives text and expressions in order', () => {
    expect(parseTemplate('a${v}b${w:=x${y}z}').nodes).toEqual([
      'a',
      { name: 'v', operator: '', args: [] },
      'b',
      {
        name: 'w',
        operator: ':=',
        args: ['x', { name: 'y', operator: '', args: [] }, 'z'],
      },
    ]);
  });

  test('collapses $$ outside of expressions only', () => {
    expect(parseTemplate('$$${v:=$$}$$').nodes).toEqual(['$', { name: 'v', operator: ':=', args: ['$$'] }, '$']);
  });

  test('unescapes in the arguments of / only', () => {
    expect(parseTemplate('${v/\\/a/\\\\}${v#\\/}').nodes).toEqual([
      { name: 'v', operator: '/', args: ['/a', '\\'] },
      { name: 'v', operator: '#', args: ['\\/'] },
    ]);
  });

  test.each([
    ['${v', 'missing closing brace'],
    ['${my-var}', 'missing closing brace'],
    ['${}', 'unable to parse variable name'],
    ['${v:', 'bad substitution'],
    ['${v:é}', 'bad substitution'],
    ['${#arr[@]}', 'bad substitution'],
    ['${v:=x', 'unable to parse substitution within function'],
    ['${v#}', 'unable to parse substitution within function'],
  ])('refuses %s as Flux does', (text, message) => {
    expect(() => parseTemplate(text)).toThrow(expect.objectContaining({ name: 'SubstitutionError', message }));
  });

  test('takes a NUL for the end, as Flux does', () => {
    expect(parseTemplate('a\0${v').nodes).toEqual(['a']);
  });
});

describe('variablesOf', () => {
  test('gives each name once, and exempts those that have a default wherever they are read', () => {
    expect(variablesOf('${b:-${c}} ${a} ${b:=x} ${a:=y} ${d^^} ${e:?z} $${f} ${#g}')).toEqual([
      { name: 'b', exempt: true },
      { name: 'c', exempt: false },
      { name: 'a', exempt: false },
      { name: 'd', exempt: false },
      { name: 'e', exempt: true },
      { name: 'g', exempt: false },
    ]);
  });

  test('knows names that are properties of every object', () => {
    expect(variablesOf('${__proto__}${constructor:=x}')).toEqual([
      { name: '__proto__', exempt: false },
      { name: 'constructor', exempt: true },
    ]);
  });
});
