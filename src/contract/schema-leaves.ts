import type { JsonSchema } from './json-schema.js';

/** A value inside of a document. */
export interface SchemaLeaf {
  /** From the top of the document. */
  readonly path: string;
  readonly schema: JsonSchema;
  /** All that it is in is required, too. */
  readonly required: boolean;
}

/** The values that a document of a schema has: `settings.clusterName`, `env[].value`. */
export const schemaLeaves = (schema: JsonSchema, path = '', required = true): readonly SchemaLeaf[] => {
  if (schema.type === 'object' && schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([key, property]) =>
      schemaLeaves(property, path === '' ? key : `${path}.${key}`, required && (schema.required ?? []).includes(key)),
    );
  }
  if (schema.type === 'array' && schema.items?.type === 'object')
    return schemaLeaves(schema.items, `${path}[]`, required);
  return [{ path, schema, required }];
};
