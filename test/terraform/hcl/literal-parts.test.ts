import { expect, it } from 'vitest';
import { literalParts } from '../../../src/terraform/hcl/literal-parts.js';

it.each([
  ['clusters/dev/web.yaml', ['clusters/dev/web.yaml']],
  ['clusters/${var.cluster}/${each.key}.yaml', ['clusters/', '/', '.yaml']],
  ['${var.path}', ['', '']],
  ['a-${var.b', ['a-${var.b']],
  ['', ['']],
])('%s has the literal parts %j', (template, parts) => {
  expect(literalParts(template)).toEqual(parts);
});
