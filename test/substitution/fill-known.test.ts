import { expect, it } from 'vitest';
import { fillKnown } from '../../src/substitution/fill-known.js';

it.each([
  ['a ${X} and ${Y}', 'a 1 and ${Y}'],
  ['${X}${X}', '11'],
  ['${X:=2}', '${X:=2}'],
  ['$${X}', '$${X}'],
  ['${constructor}', '${constructor}'],
  ['no var', 'no var'],
])('%s', (text, filled) => {
  expect(fillKnown(text, { X: '1' })).toBe(filled);
});
