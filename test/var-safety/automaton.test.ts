import { expect, it } from 'vitest';
import { openVarSafety } from '../../src/var-safety/index.js';

it.each([`${'('.repeat(30)}a${'+)'.repeat(30)}`, '^(a|b)*a(a|b){20}$', `^${'(a|b|ab|ba){24}'.repeat(30)}$`])(
  'ends on a pattern that has too many states, with nothing proven: %#',
  (pattern) => {
    expect(openVarSafety().possibleValue({ type: 'string', pattern }, ': ')).toBe(': ');
  },
);

it('looks at each value of a large enum, and takes the shortest that is at risk', () => {
  const values = Array.from({ length: 20_000 }, (_, i) => `value-${i}`);
  expect(openVarSafety().possibleValue({ type: 'string', enum: values }, ': ')).toBeUndefined();
  expect(openVarSafety().possibleValue({ type: 'string', enum: [...values, 'long: a', 'b: c'] }, ': ')).toBe('b: c');
});
