import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { schemaAtFieldPath } from './field-path.js';
import type { Schema, SchemaFault } from './schema-walk.js';

const SELECTABLE: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer']);

/**
 * What the API server refuses of the fields by which objects of a version can be selected.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields
 */
export const selectableFieldFaults = (fields: unknown, schema: Schema, path: JsonPath): readonly SchemaFault[] => {
  if (!Array.isArray(fields)) return [];
  const faults: SchemaFault[] = [];
  for (const [index, field] of fields.entries()) {
    const text: unknown = isObject(field) ? field['jsonPath'] : undefined;
    if (typeof text !== 'string' || text === '') continue;
    const found = schemaAtFieldPath(schema, text, false);
    if (found !== undefined && SELECTABLE.has(found['type'])) continue;
    faults.push({
      path: [...path, index, 'jsonPath'],
      message:
        found === undefined
          ? "isn't the path of a field in the schema"
          : "is the path of a field that isn't a string, boolean or integer",
      fix: 'use the path of a string, boolean or integer, such as ".spec.mode"',
      upstream: 'ValidateCustomResourceSelectableFields',
    });
  }
  return faults;
};
