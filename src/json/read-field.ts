import { isObject } from './is-object.js';
import type { JsonObject } from './json-value.js';

/** The field at a path whose keys have no dots: `spec.template.spec`. `undefined` where something on the way isn't a map. */
export const readField = (json: JsonObject, path: string): unknown => {
  let value: unknown = json;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
};
