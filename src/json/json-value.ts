export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Array.isArray` narrows a readonly array away; this does not. */
export const isJsonArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** The type of a value of a chart's defaults; every number is a `number`, since `1` may be `0.5` next time. */
export const jsonTypeOf = (value: Json): Exclude<JsonType, 'integer'> =>
  value === null ? 'null' : isJsonArray(value) ? 'array' : (typeof value as 'string' | 'number' | 'boolean' | 'object');
