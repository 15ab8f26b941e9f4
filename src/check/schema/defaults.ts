import type { StructuralSchema } from '../../import/crd-schemas.js';

type Schema = StructuralSchema;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const known = new WeakMap<object, boolean>();

/** Whether anything below has a default; found once for each schema. */
const hasDefaults = (schema: unknown): boolean => {
  if (!isObject(schema)) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A kind that holds itself asks again on the way.
  known.set(schema, false);
  const { properties, items, additionalProperties } = schema;
  const found =
    'default' in schema ||
    (isObject(properties) && Object.values(properties).some(hasDefaults)) ||
    hasDefaults(items) ||
    hasDefaults(additionalProperties);
  known.set(schema, found);
  return found;
};

/**
 * The value with the schema's defaults, as the API server fills them in before it validates; a null that may not be one
 * counts as absent where there is a default. What needs none is given back as it is.
 */
export const withDefaults = (schema: Schema, value: unknown): unknown => {
  if (!hasDefaults(schema)) return value;
  if (Array.isArray(value)) {
    const items = schema['items'];
    return isObject(items) ? value.map((item) => withDefaults(items, item)) : value;
  }
  if (!isObject(value)) return value;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const more = schema['additionalProperties'];
  const entries = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, key) ? properties[key] : more;
    entries.set(key, isObject(inner) ? withDefaults(inner, member) : member);
  }
  for (const [key, inner] of Object.entries(properties)) {
    if (!isObject(inner) || !('default' in inner)) continue;
    const there = entries.get(key);
    if (there === undefined || (there === null && inner['nullable'] !== true)) {
      entries.set(key, withDefaults(inner, inner['default']));
    }
  }
  return Object.fromEntries(entries);
};
