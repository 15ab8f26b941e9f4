import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';

/** The keys that the schema of a map lists. */
export const propertiesOf = (node: unknown): Readonly<Record<string, unknown>> =>
  isObject(node) && isObject(node['properties']) ? node['properties'] : {};

/** The schema of a listed key. */
export const propertyOf = (node: unknown, key: string): unknown => {
  const properties = propertiesOf(node);
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
};

/** The schema one step below; undefined if it isn't listed. */
export const below = (node: unknown, step: string | number): unknown => {
  if (!isObject(node)) return undefined;
  if (typeof step === 'number') return node['items'];
  return propertyOf(node, step) ?? node['additionalProperties'];
};

/** The schema of a path, as far as it is listed. */
export const schemaAt = (schema: unknown, path: JsonPath): unknown => path.reduce<unknown>(below, schema);
