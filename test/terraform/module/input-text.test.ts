import { expect, it } from 'vitest';
import { described } from '../../../src/terraform/module/input-text.js';

it.each([
  ['nothing', {}, 'vars.TF_A'],
  ['a phrase', { description: 'AWS region' }, 'vars.TF_A (AWS region)'],
  ['a sentence of two lines', { description: 'The region.\n  Of the nodes. ' }, 'vars.TF_A (The region. Of the nodes)'],
  ['what its items are', { items: { description: 'DNS zone to write to' } }, 'vars.TF_A (DNS zone to write to)'],
])('an input is printed with %s', (_, schema, text) => {
  expect(described('vars.TF_A', schema)).toBe(text);
});
