import { isObject } from '../json/is-object.js';
import { anywhereInSchema } from './anywhere-in-schema.js';
import type { StructuralSchema } from './read-crd.js';

type Schema = StructuralSchema;

/**
 * The value with the schema's defaults, as the API server fills them in before it validates; a null that may not be one
 * counts as absent where there is a default. What needs none is given back as it is.
 */
export type WithDefaults = (schema: Schema, value: unknown) => unknown;

/** Looks for the defaults of each schema once. */
export const openDefaults = (): WithDefaults => {
  const hasDefaults = anywhereInSchema((schema) => 'default' in schema);
  const known = new WeakMap<object, readonly (readonly [string, Schema])[]>();
  const defaultsOf = (properties: Schema): readonly (readonly [string, Schema])[] => {
    let found = known.get(properties);
    if (found === undefined) {
      found = ownDefaults(properties);
      known.set(properties, found);
    }
    return found;
  };
  const withDefaults: WithDefaults = (schema, value) =>
    hasDefaults(schema) ? fillDefaults(schema, value, withDefaults, defaultsOf) : value;
  return withDefaults;
};

const fillDefaults = (
  schema: Schema,
  value: unknown,
  withDefaults: WithDefaults,
  defaultsOf: (properties: Schema) => readonly (readonly [string, Schema])[],
): unknown => {
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
    const given = value[key];
    // A scalar has nothing to fill.
    if (typeof given !== 'object' || given === null) continue;
    const inner = Object.hasOwn(properties, key) ? properties[key] : more;
    const member = isObject(inner) ? withDefaults(inner, given) : given;
    if (member !== given) fill(key, member);
  }
  for (const [key, inner] of defaultsOf(properties)) {
    const there = Object.hasOwn(value, key) ? value[key] : undefined;
    if (there === undefined || (there === null && inner['nullable'] !== true)) {
      fill(key, withDefaults(inner, inner['default']));
    }
  }
  return filled ?? value;
};

const NONE: Readonly<Record<string, unknown>> = {};

/** The properties that have a default. */
const ownDefaults = (properties: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries(properties).filter((entry): entry is [string, Schema] => isObject(entry[1]) && 'default' in entry[1]);
