import { expect, it } from 'vitest';
import { mayBecome } from '../../src/substitution/may-become.js';

it.each([
  ['a/${X}', 'a/b', true],
  ['a/${X}', 'a/', true],
  ['a/${X}/c', 'a/b/c', true],
  ['${X}/${Y:=d}', 'a/b/c', true],
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/${X}', 'b/a', false],
  ['a/${X}/c', 'a/c', false],
  ['a${X}b${Y}c', 'abc', true],
  ['a${X}b${Y}c', 'acb', false],
  ['aa${X}aa', 'aaa', false],
  ['a$${X}', 'a${X}', true],
  ['a/${X', 'a/b', false],
])('%s, %s: %s', (source, text, may) => {
  expect(mayBecome(source, text)).toBe(may);
});
