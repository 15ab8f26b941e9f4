import { expect, it } from 'vitest';
import { re2Pattern } from '../../../src/terraform/module/re2-pattern.js';

it.each([
  ['^[a-z.]+$', '^[a-z.]+$'],
  ['^a.b\\.c$', '^a[^\\n\\r\\x{2028}\\x{2029}]b\\.c$'],
  ['[\\b]\\b[.\\]].', '[\\x08]\\b[.\\]][^\\n\\r\\x{2028}\\x{2029}]'],
])('reads %j as RE2 does: %j', (pattern, re2) => {
  expect(re2Pattern(pattern)).toBe(re2);
});
