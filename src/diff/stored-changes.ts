import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { AsStored } from '../schema/update/as-stored.js';
import { compareFields, type FieldChange } from './compare-fields.js';

/**
 * Of the differences of two objects, those that the API server sees: not a default that is now written, or an amount that
 * is written in another way. Where one side is silent and the API server isn't, its default stands there.
 */
export const storedChanges = (
  fields: readonly FieldChange[],
  from: JsonObject,
  to: JsonObject,
  asStored: AsStored,
): readonly FieldChange[] => {
  if (fields.length === 0) return fields;
  const stored = compareFields(asStored(from), asStored(to));
  const byPath = new Map(stored.map((field) => [field.path, field]));
  return fields.flatMap((field) => {
    const same = byPath.get(field.path);
    if (same !== undefined) return [withDefault(field, same)];
    return stored.some(({ path }) => isWithin(path, field.path) || isWithin(field.path, path)) ? [field] : [];
  });
};

const withDefault = (field: FieldChange, stored: FieldChange): FieldChange => {
  const fromServer = field.from === undefined && isScalar(stored.from) ? { from: stored.from } : {};
  const toServer = field.to === undefined && isScalar(stored.to) ? { to: stored.to } : {};
  return { ...field, ...fromServer, ...toServer };
};

const isScalar = (value: unknown): boolean =>
  value !== undefined && value !== null && !isObject(value) && !Array.isArray(value);

const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && (path.length === outer.length || '.['.includes(path[outer.length]!));
