/** An object of JSON of which only the keys are known: a manifest, a schema. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
/** An object of JSON, known all the way down. */
export interface JsonMap {
  readonly [key: string]: Json;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** `Array.isArray` narrows a readonly array away; this does not. */
export const isJsonArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** The type of a value of a chart's defaults; every number is a `number`, since `1` may be `0.5` next time. */
export const jsonTypeOf = (value: Json): Exclude<JsonType, 'integer'> =>
  value === null ? 'null' : isJsonArray(value) ? 'array' : (typeof value as 'string' | 'number' | 'boolean' | 'object');
