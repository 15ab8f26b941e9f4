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
    case 'integer':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return 'example';
  }
};

/** 1, or the bound that is nearest to it. */
const exampleNumber = ({ type, minimum = -Infinity, maximum = Infinity }: JsonSchema): number => {
  const near = Math.min(Math.max(1, minimum), maximum);
  return type === 'integer' ? (near < 1 ? Math.floor(near) : Math.ceil(near)) : near;
};
