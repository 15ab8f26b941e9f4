import type { JsonSchema } from './json-schema.js';

/** A value that keeps the schema: its own example or default, else one made from its parts. Never random. */
export const exampleOf = (schema: JsonSchema): unknown => {
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'example';
  }
};
