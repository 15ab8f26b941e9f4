import { fieldsOf, textOf } from '../json/as-shape.js';
import type { JsonPath } from '../json/json-path.js';

/** The type that a schema gives a field: `integer`, `string`; undefined where it gives none, or leaves the choice. */
export const fieldType = (schema: unknown, path: JsonPath): string | undefined => {
  let node = fieldsOf(schema);
  for (const step of path) {
    const { properties, additionalProperties, items } = node;
    const known = fieldsOf(properties);
    const next = typeof step === 'number' ? items : Object.hasOwn(known, step) ? known[step] : additionalProperties;
    if (typeof next !== 'object' || next === null) return undefined;
    node = fieldsOf(next);
  }
  return node['x-kubernetes-int-or-string'] === true ? undefined : textOf(node['type']);
};
