import { anywhereInSchema } from './anywhere-in-schema.js';
import type { StructuralSchema } from './read-crd.js';

type Schema = StructuralSchema;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasDefaults = anywhereInSchema((schema) => 'default' in schema);

/**
 * The value with the schema's defaults, as the API server fills them in before it validates; a null that may not be one
 * counts as absent where there is a default. What needs none is given back as it is.
 */
export const withDefaults = (schema: Schema, value: unknown): unknown => {
  if (!hasDefaults(schema)) return value;
  if (Array.isArray(value)) {
    const items = schema['items'];
    if (!isObject(items)) return value;
    const filled = value.map((item) => withDefaults(items, item));
    return filled.some((item, index) => item !== value[index]) ? filled : value;
  }
  if (!isObject(value)) return value;
  const properties = isObject(schema['properties']) ? schema['properties'] : NONE;
  const more = schema['additionalProperties'];
  let filled: Record<string, unknown> | undefined;
  const fill = (key: string, member: unknown): void => {
    filled ??= { ...value };
    // Not by assignment: a key may be `__proto__`.
    Object.defineProperty(filled, key, { value: member, enumerable: true, configurable: true, writable: true });
  };
  for (const key of Object.keys(value)) {
    const inner = Object.hasOwn(properties, key) ? properties[key] : more;
    const member = isObject(inner) ? withDefaults(inner, value[key]) : value[key];
    if (member !== value[key]) fill(key, member);
  }
  for (const [key, inner] of ownDefaults(properties)) {
    const there = Object.hasOwn(value, key) ? value[key] : undefined;
    if (there === undefined || (there === null && inner['nullable'] !== true)) {
      fill(key, withDefaults(inner, inner['default']));
    }
  }
  return filled ?? value;
};

const NONE: Readonly<Record<string, unknown>> = {};
const defaults = new WeakMap<object, readonly (readonly [string, Schema])[]>();

/** The properties that have a default, found once. */
const ownDefaults = (properties: Readonly<Record<string, unknown>>): readonly (readonly [string, Schema])[] => {
  const known = defaults.get(properties);
  if (known !== undefined) return known;
  const found = Object.entries(properties).filter(
    (entry): entry is [string, Schema] => isObject(entry[1]) && 'default' in entry[1],
  );
  defaults.set(properties, found);
  return found;
};
