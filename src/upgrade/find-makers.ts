import { propertiesOf } from '../charts/difference/compare-schemas.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { without } from './adjusted-values.js';

/** So often a chart is rendered to find the values that make something of it. */
const MOST_RENDERED = 32;

/** Whether a key is one that the chart names, and not one of a map with any keys. */
const namesKey = (schema: JsonObject | undefined, key: string): JsonObject | undefined => {
  const inner = schema === undefined ? undefined : propertiesOf(schema)[key];
  return isObject(inner) ? inner : undefined;
};

/**
 * The values that make a chart render something: without each of them, it does not.
 *
 * @param schema of the chart's values
 * @param isMade whether the chart renders it with other values
 * @returns paths; none where the chart's defaults make it, or no single value does
 */
export const findMakers = async (
  values: JsonObject,
  schema: JsonObject,
  isMade: (values: JsonObject) => Promise<boolean>,
): Promise<readonly JsonPath[]> => {
  let left = MOST_RENDERED;
  const visit = async (path: JsonPath, own: JsonObject): Promise<readonly JsonPath[]> => {
    const at = valueAt(values, path);
    const found: JsonPath[] = [];
    for (const key of isObject(at) ? Object.keys(at) : []) {
      const inner = namesKey(own, key);
      if (path.length > 0 && inner === undefined) continue;
      if (left-- <= 0) return found;
      const below = [...path, key];
      if (await isMade(without(values, below) as JsonObject)) continue;
      const deeper = inner === undefined ? [] : await visit(below, inner);
      found.push(...(deeper.length > 0 ? deeper : [below]));
    }
    return found;
  };
  return visit([], schema);
};
