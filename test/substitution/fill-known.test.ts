import { expect, it } from 'vitest';
import { fillDefaults, fillKnown } from '../../src/substitution/fill-known.js';

it.each([
  ['a ${X} and ${Y}', 'a 1 and ${Y}'],
  ['${X}${X}', '11'],
  ['${X:=2} ${X=2} ${X:-2}', '1 1 1'],
  ['${E:=2}${E}', '2'],
  ['${X:=${Y}} ${X^^} ${Y:=2}', '${X:=${Y}} ${X^^} ${Y:=2}'],
  ['$${X}', '$${X}'],
  ['${constructor}', '${constructor}'],
  ['no var', 'no var'],
])('%s', (text, filled) => {
  expect(fillKnown(text, { X: '1', E: '' })).toBe(filled);
});

it.each([
  ['${X:=1}-${Y=2}', '1-2'],
  ['${X} ${X:=${Y}} $${X:=1}', '${X} ${X:=${Y}} $${X:=1}'],
])('%s by its defaults', (text, filled) => {
  expect(fillDefaults(text)).toBe(filled);
});
