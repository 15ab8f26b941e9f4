import type { JsonSchema } from '../../contract/index.js';
import { binary, call, type Expression, forEach, literal, member, name, object } from '../hcl/node.js';

const nothing = literal(null);

/**
 * A values document with every leaf written out, so that it holds what the contract knows and nothing else. What is
 * left out, or null, is not in it: Helm would read a null as "delete the chart's default".
 */
export const valuesExpression = (schema: JsonSchema, at: Expression, depth = 0): Expression => {
  if (schema.type === 'array' && needsWriting(schema.items)) {
    const item = depth === 0 ? 'item' : `item${depth + 1}`;
    return forEach({ names: [item], in: at, value: valuesExpression(schema.items, name(item), depth + 1) });
  }
  if (schema.type !== 'object') return at;
  const entries = Object.entries(schema.properties ?? {});
  const isRequired = (key: string) => (schema.required ?? []).includes(key);
  const written = Object.fromEntries(
    entries.map(([key, property]) => {
      const value = valuesExpression(property, member(at, key), depth);
      return [key, isRequired(key) ? value : call('try', value, nothing)];
    }),
  );
  const whole = object(written, depth === 0 ? 'block' : 'line');
  if (entries.every(([key]) => isRequired(key))) return whole;
  return forEach({
    names: ['key', 'value'],
    in: whole,
    key: name('key'),
    value: name('value'),
    if: binary('!=', name('value'), nothing),
  });
};

/** Objects are written out; a list of texts is what it is. */
const needsWriting = (schema: JsonSchema | undefined): schema is JsonSchema =>
  schema?.type === 'object' || (schema?.type === 'array' && needsWriting(schema.items));
