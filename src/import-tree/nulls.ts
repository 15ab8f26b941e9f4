import { isObject } from '../json/is-object.js';
import { type JsonPath, printPointer } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';

/**
 * The paths of what is null in an object, in the order in which patches can put it back. Classes refuse it and cdk8s drops
 * it; a release's values may have it.
 */
export const nullsIn = (json: JsonObject): readonly JsonPath[] => {
  if (json['kind'] === 'HelmRelease') return [];
  const found: JsonPath[] = [];
  const visit = (value: unknown, path: JsonPath): void => {
    if (value === null) found.push(path);
    else if (Array.isArray(value)) for (const [at, one] of value.entries()) visit(one, [...path, at]);
    else if (isObject(value)) for (const [key, one] of Object.entries(value)) visit(one, [...path, key]);
  };
  visit(json, []);
  return found.filter((path) => printPointer(path) !== '/metadata/creationTimestamp');
};

export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)] as const])),
  );
};
