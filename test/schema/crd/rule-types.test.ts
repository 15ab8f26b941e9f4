import { describe, expect, it } from 'vitest';
import { ourVerdict } from '../verdict.js';
import { crdWithRule, refusedRules, takenRules } from './typed-rules.js';

const words = (rule: string, more?: object): readonly string[] =>
  ourVerdict(crdWithRule(rule, more)).words.map((one) => one.replace(/^.*?\[0\]\.(\w+): /, '$1 '));

describe('the types of rules in the schema of a CRD', () => {
  it('are right in every rule that the API server takes', () => {
    expect(takenRules.filter((rule) => words(rule).length > 0)).toEqual([]);
  });

  it('are wrong in rules that it refuses', () => {
    expect(refusedRules.filter((rule) => words(rule).length === 0)).toEqual([]);
  });

  it.each([
    ['self.sizes > 1', 'rule reads the field "sizes", which the schema doesn\'t have'],
    ['has(self.zz)', 'rule reads the field "zz", which the schema doesn\'t have'],
    ["self.size == '1'", "rule has the operation int == string, which CEL doesn't have"],
    ['self.o == self.name', "rule has the operation object == string, which CEL doesn't have"],
    ["self.ts == '2024'", "rule has the operation timestamp == string, which CEL doesn't have"],
    ['self.name.includes("a")', 'rule calls "includes", which isn\'t a function'],
    ['self.name.startsWith(1)', 'rule calls "startsWith" on string with int, which it doesn\'t take'],
    ['self.size + 1', 'rule gives a value of type int, where bool is required'],
    ['has(self)', 'rule asks has() of something else than a field'],
    ['self.name.matches("(?!a)")', 'rule has the pattern "(?!a)", which RE2 doesn\'t read'],
    ['oldSelf.zz == self.name', 'rule reads the field "zz", which the schema doesn\'t have'],
  ])('%s', (rule, expected) => {
    expect(words(rule)).toEqual([expected]);
  });

  it('gives a message that is not text', () => {
    expect(words('self.b', { messageExpression: 'self.l' })).toEqual([
      'messageExpression gives a value of type list(string), where string is required',
    ]);
  });

  it('leaves what there was before open where it may be nothing', () => {
    expect(words('oldSelf.hasValue() ? oldSelf.value().name == self.name : true', { optionalOldSelf: true })).toEqual(
      [],
    );
  });
});
