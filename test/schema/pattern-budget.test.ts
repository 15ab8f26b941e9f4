import { expect, it } from 'vitest';
import { openPatternBudget, patternParts } from '../../src/schema/pattern-budget.js';

it.each([
  ['abc', 3],
  ['^[a-z]{1,63}$', 65],
  ['(a|b){10}', 50],
  ['((a{10}){10}){10}', 1220],
  ['a{5,}', 5],
  ['a{0}', 1],
  ['\\{2,9}', 5],
  ['[]x{9}]{3}', 3],
  [')(', 1],
  ['', 0],
] as const)('counts the parts of %s, repetitions written out', (source, parts) => {
  expect(patternParts(source)).toBe(parts);
});

it('counts each pattern once, and says which one goes over', () => {
  const budget = openPatternBudget(10);
  expect(['a{6}', 'a{6}', 'b{5}', 'c{4}', 'd'].map(budget.spend)).toEqual([true, true, false, true, false]);
});
