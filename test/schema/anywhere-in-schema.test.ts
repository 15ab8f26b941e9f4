import { expect, it } from 'vitest';
import { anywhereInSchema } from '../../src/schema/anywhere-in-schema.js';

it('of kinds that hold each other, each has what the other has, whichever is asked about first', () => {
  const open = () => {
    const a: Record<string, unknown> = {};
    const b = { properties: { a } };
    a['properties'] = { b, marked: { default: 1 } };
    return { a, b, plain: { items: { type: 'string' } }, ask: anywhereInSchema((schema) => 'default' in schema) };
  };
  const first = open();
  expect([first.ask({ properties: first }), first.ask(first.a), first.ask(first.b)]).toEqual([true, true, true]);
  const second = open();
  expect([second.ask(second.b), second.ask(second.a), second.ask(second.plain)]).toEqual([true, true, false]);
});

it('a kind that holds only itself has nothing', () => {
  const schema: Record<string, unknown> = { additionalProperties: { type: 'string' } };
  schema['items'] = schema;
  const ask = anywhereInSchema((part) => 'default' in part);
  expect([ask(schema), ask(schema), ask(undefined), ask(true)]).toEqual([false, false, false, false]);
});
