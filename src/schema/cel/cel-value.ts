import { isObject } from '../../json/is-object.js';
import { isDateTime, isGoDuration } from '../formats.js';
import type { StructuralSchema } from '../read-crd.js';

type Schema = StructuralSchema;

const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/**
 * A field's name in a rule.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export const escapeName = (name: string): string =>
  RESERVED.has(name)
    ? `__${name}__`
    : !/__|[./-]/.test(name)
      ? name
      : name
          .replaceAll('__', '__underscores__')
          .replaceAll('.', '__dot__')
          .replaceAll('-', '__dash__')
          .replaceAll('/', '__slash__');

/** What the API server's CEL sees of a scalar: whole numbers, times and durations have types of their own. */
export const celScalar = (schema: Schema, value: unknown, duration: (text: string) => unknown): unknown => {
  if (typeof value === 'number') {
    const isDouble = schema['type'] === 'number';
    return !isDouble && Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (typeof value !== 'string') return value;
  switch (schema['format']) {
    case 'date-time':
    case 'datetime':
    case 'date':
      return isDateTime(value) || schema['format'] === 'date' ? new Date(value) : value;
    case 'duration':
      return isGoDuration(value) ? duration(value) : value;
    case 'byte':
      return new Uint8Array(Buffer.from(value, 'base64'));
    default:
      return value;
  }
};

/** Any value as CEL has it, all the way down. A null that may not be one counts as absent. */
export const celValue = (schema: Schema, value: unknown, duration: (text: string) => unknown): unknown => {
  if (value === null) return null;
  if (Array.isArray(value)) {
    const items = isObject(schema['items']) ? schema['items'] : {};
    return celList(
      schema,
      value.map((item) => celValue(items, item, duration)),
    );
  }
  if (!isObject(value)) return celScalar(schema, value, duration);
  const members = Object.entries(value).flatMap(([key, member]) => {
    const inner = memberSchema(schema, key);
    return member === null && inner['nullable'] !== true ? [] : [[key, celValue(inner, member, duration)] as const];
  });
  return celObject(schema, members);
};

/** The schema of an object's member. */
export const memberSchema = (schema: Schema, key: string): Schema => {
  const { properties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key) && isObject(properties[key])) return properties[key];
  return isObject(additionalProperties) ? additionalProperties : {};
};

/** A list as CEL has it: of a `set`, the order does not count. */
export const celList = (schema: Schema, items: readonly unknown[]): unknown =>
  schema['x-kubernetes-list-type'] === 'set' && items.every((item) => typeof item !== 'object')
    ? new Set(items)
    : items;

/** An object as CEL has it: fields by their escaped names, and maps by their keys. */
export const celObject = (schema: Schema, members: readonly (readonly [string, unknown])[]): unknown => {
  if (!isObject(schema['properties'])) return new Map(members);
  return Object.fromEntries(members.map(([key, member]) => [escapeName(key), member]));
};
